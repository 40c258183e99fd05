/** What the site says about one of its texts. */
export type TextVariable = {
  help: string
  /** What the preview shows. */
  sample: string
}

export type TextEntry = {
  label: string
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
  description?: string
  /** The day of the text while nobody has changed it, as the page shows it. */
  date?: string
}
