/** Contact details of ads. */
import { formatCount } from '../format.ts'

export const contactDetails = {
  messagesOnly: 'This person only takes messages. Please write to them on this site.',
  /** The title of the page that says so without scripts. */
  later: 'That’s all for today',
  /** `wait` is a time such as `3 hours`. */
  budgetSpent: (wait: string) =>
    `You’ve opened the contact details of many ads today. You can open more in ${wait}. You can still send a message.`,
  viewers: (people: number) =>
    `${formatCount(people, 'person', 'people')} viewed your contact details this week`,
} as const
