type TopicEntry = { label: string; description: string; wantedByDefault: boolean; forAdmins?: true }

/** The emails that people can turn off, and for whom they are if not for everyone. Others answer something that the person has just done, or are about their account. */
export const emailTopics = {
  'saved-ads': {
    label: 'Saved ads',
    description: 'When the price of an ad you saved drops, or an event ends soon. At most one email a day.',
    wantedByDefault: false,
  },
  'saved-searches': {
    label: 'Saved searches',
    description: 'When new ads match a search you saved.',
    wantedByDefault: true,
  },
  'event-changes': {
    label: 'Changed events',
    description: 'When an event you saved, asked about, or are going to changes or is canceled.',
    wantedByDefault: true,
  },
  'event-places': {
    label: 'Your places',
    description: 'When you have a place at an event you registered for, also from its waiting list.',
    wantedByDefault: true,
  },
  'event-reminders': {
    label: 'Event reminders',
    description: 'The day before an event you’re interested in or going to.',
    wantedByDefault: false,
  },
  recommendations: {
    label: 'Recommendations',
    description: 'When someone recommends you.',
    wantedByDefault: true,
  },
  'ad-statistics': {
    label: 'Statistics of your ads',
    description:
      'On Mondays: how many people viewed and saved your ads, and wrote to you, in the week before.',
    wantedByDefault: false,
  },
  freshness: {
    label: 'Reminders about your ads',
    description: 'When we ask whether you still offer a service.',
    wantedByDefault: true,
  },
  queue: {
    label: 'Waiting cases',
    description: 'Each morning: what waits in the queue of the dashboard. No email when nothing does.',
    wantedByDefault: true,
    forAdmins: true,
  },
} as const satisfies Record<string, TopicEntry>

export type EmailTopic = keyof typeof emailTopics

export const emailTopicNames = Object.keys(emailTopics) as [EmailTopic, ...EmailTopic[]]

/** Returns the topics that a person can choose from. */
export const emailTopicsFor = (isAdmin: boolean): EmailTopic[] =>
  emailTopicNames.filter((topic) => isAdmin || !('forAdmins' in emailTopics[topic]))
