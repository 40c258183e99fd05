/** HTML outside React pages, such as emails. The tag escapes every value that is not HTML already. */
import { readerLanguage } from '../../shared/language.ts'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Tags a template literal: escapes strings, inserts `Html` as it is, and joins lists with line breaks. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const texts = values.map((value) =>
    typeof value === 'string'
      ? escapeHtml(value)
      : [value]
          .flat()
          .map(({ text }) => text)
          .join('\n'),
  )
  return new Html(String.raw({ raw: parts }, ...texts))
}

/** Returns a page that needs no script, style sheet, or layout, so it works while nothing else does. */
export const htmlPage = (title: string, style: string, content: Html): Html => html`<!doctype html>
<html lang="${readerLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
