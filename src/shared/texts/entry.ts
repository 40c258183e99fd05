import type { Message } from '../translate.ts'

/** What the site says about one of its texts. */
export type TextVariable = {
  help: Message
  /** What the preview shows. A function returns it in the reader's language. */
  sample: string | (() => string)
}

export type TextEntry = {
  /** None for pages that admins added. */
  label?: Message
  group: 'pages' | 'emails' | 'notices'
  /** Besides `{site}` and `{contact}`. */
  variables: Readonly<Record<string, TextVariable>>
  /** The variables that the text must have. */
  required: readonly string[]
  /** Shown in a page that has its own headings. */
  isPart?: boolean
  /** Where the page is; of a text that is not an email or a part of a page. */
  path?: string
  /** What search engines show while nobody has changed the text. Can have variables. */
  description?: Message
  /** The day of the text while nobody has changed it, such as `2025-03-22`. */
  date?: string
}
