import { type Message, msg } from './translate.ts'

type TopicEntry = { label: Message; description: Message; wantedByDefault: boolean; forTeam?: true }

/** The emails that people can turn off, and for whom they are if not for everyone. Others answer something that the person has just done, or are about their account. */
export const emailTopics = {
  'saved-ads': {
    label: msg('Saved ads'),
    description: msg(
      'When the price of an ad you saved drops, or an event ends soon. At most one email a day.',
    ),
    wantedByDefault: false,
  },
  'saved-searches': {
    label: msg('Saved searches'),
    description: msg('When new ads match a search you saved.'),
    wantedByDefault: true,
  },
  'event-changes': {
    label: msg('Changed events'),
    description: msg('When an event you saved, asked about, or are going to changes or is canceled.'),
    wantedByDefault: true,
  },
  'event-places': {
    label: msg('Your places'),
    description: msg('When you have a place at an event you registered for, also from its waiting list.'),
    wantedByDefault: true,
  },
  'event-reminders': {
    label: msg('Event reminders'),
    description: msg('The day before an event you’re interested in or going to.'),
    wantedByDefault: false,
  },
  recommendations: {
    label: msg('Recommendations'),
    description: msg('When someone recommends you.'),
    wantedByDefault: true,
  },
  'ad-statistics': {
    label: msg('Statistics of your ads'),
    description: msg(
      'On Mondays: how many people viewed and saved your ads, and wrote to you, in the week before.',
    ),
    wantedByDefault: false,
  },
  freshness: {
    label: msg('Reminders about your ads'),
    description: msg('When we ask whether you still offer a service.'),
    wantedByDefault: true,
  },
  queue: {
    label: msg('Waiting cases'),
    description: msg('Each morning: what waits in the queue of the dashboard. No email when nothing does.'),
    wantedByDefault: true,
    forTeam: true,
  },
} as const satisfies Record<string, TopicEntry>

export type EmailTopic = keyof typeof emailTopics

export const emailTopicNames = Object.keys(emailTopics) as [EmailTopic, ...EmailTopic[]]

/** Returns the topics that a person can choose from. `isInTeam`: they are an admin or a moderator. */
export const emailTopicsFor = (isInTeam: boolean): EmailTopic[] =>
  emailTopicNames.filter((topic) => isInTeam || !('forTeam' in emailTopics[topic]))
