/** Contact details of ads. */
import { msg, t } from '../translate.ts'

export const contactDetails = {
  messagesOnly: msg('This person only takes messages. Please write to them on this site.'),
  /** The title of the page that says so without scripts. */
  later: msg('That’s all for today'),
  /** `wait` is a time such as `3 hours`. */
  budgetSpent: (wait: string) =>
    t(
      'You’ve opened the contact details of many ads today. You can open more in {wait}. You can still send a message.',
      { wait },
    ),
  viewers: (people: number) =>
    t(
      '{people, plural, one {# person viewed your contact details this week} other {# people viewed your contact details this week}}',
      { people },
    ),
} as const
