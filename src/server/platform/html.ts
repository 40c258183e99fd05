/** HTML outside React pages, such as emails. The tag escapes every value that is not HTML already. */
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
