/** The emails that people can turn off. Others answer something that the person has just done, or are about their account. */
export const emailTopics = {
  'saved-ads': {
    label: 'Ads you saved',
    description: 'When the price of an ad drops or it ends soon. At most one email a day.',
    wantedByDefault: false,
  },
  'event-changes': {
    label: 'Changed events',
    description: 'When an event that you saved or asked about changes or is canceled.',
    wantedByDefault: true,
  },
  recommendations: {
    label: 'Recommendations',
    description: 'When someone recommends you.',
    wantedByDefault: true,
  },
  freshness: {
    label: 'Reminders about your ads',
    description: 'When we want to know whether you still offer a service.',
    wantedByDefault: true,
  },
  'saved-searches': {
    label: 'New ads',
    description: 'When there are new ads for a search that you saved.',
    wantedByDefault: true,
  },
} as const satisfies Record<string, { label: string; description: string; wantedByDefault: boolean }>

export type EmailTopic = keyof typeof emailTopics

export const emailTopicNames = Object.keys(emailTopics) as EmailTopic[]
