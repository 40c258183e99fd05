/** HTML outside of the site's pages, put together so that nothing can be forgotten: what is put in is escaped. */
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

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Only what is HTML already goes in as it is. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const texts = values.map((value) =>
    typeof value === 'string'
      ? escaped(value)
      : [value]
          .flat()
          .map(({ text }) => text)
          .join('\n'),
  )
  return new Html(String.raw({ raw: parts }, ...texts))
}
