/** How a letter looks, as HTML and as text, from the same words. */
import { type Html, html } from '../html.ts'

export type EmailContent = { subject: string; html: string; text: string }

type Action = { label: string; link: string; validMinutes?: number }

export type LetterWords = {
  subject: string
  name?: string
  paragraphs: string[]
  action?: Action
  second?: Action
  /** Said in smaller letters. */
  after: string[]
}

export function renderEmail(site: { site: string; publicUrl: string }, words: LetterWords): EmailContent {
  const hello = greeting(words.name)
  const valid = words.action?.validMinutes
  const after = [...(valid === undefined ? [] : [`The link works for ${duration(valid)}.`]), ...words.after]
  const from = `This mail is from ${site.site}, ${site.publicUrl}.`
  return {
    subject: words.subject,
    html: htmlPart({ ...words, hello, after, from }).text,
    text: textPart({ ...words, hello, after, from }),
  }
}

type Parts = LetterWords & { hello: string; from: string }

function textPart({ hello, paragraphs, action, second, after, from }: Parts): string {
  const actions = [action, second].flatMap((given) => (given ? [`${given.label}:\n${given.link}`] : []))
  return `${[hello, ...paragraphs, ...actions, ...after, `-- \n${from}`].join('\n\n')}\n`
}

const small = 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#61574d'

/** Plain blocks, nothing from elsewhere. Colours stand in place for mail readers that know no style sheets. */
function htmlPart({ subject, hello, paragraphs, action, second, after, from }: Parts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
  body { background: #171310 !important }
  .card { background: #221d19 !important; color: #f5f0e9 !important }
  .small, .small a { color: #bdb2a6 !important }
}
</style>
</head>
<body style="margin:0;padding:24px 12px;background:#faf8f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:12px;background:#ffffff;color:#221c17">
<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${hello}</p>
${paragraphs.map((words) => html`<p style="margin:0 0 16px;font-size:16px;line-height:1.5;white-space:pre-line">${words}</p>`)}
${action ? button(action) : ''}
${second ? html`<p style="margin:0 0 20px;font-size:16px;line-height:1.5"><a href="${second.link}" style="color:inherit">${second.label}</a></p>` : ''}
${action ? html`<p class="small" style="${small}">If the button does nothing, copy this address into your browser:<br><a href="${action.link}" style="color:#61574d;word-break:break-all">${action.link}</a></p>` : ''}
${after.map((words) => html`<p class="small" style="${small}">${words}</p>`)}
<p class="small" style="${small};margin:20px 0 0">${from}</p>
</div>
</body>
</html>
`
}

const button = ({ label, link }: Action) =>
  html`<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:#bb3f12;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

/** A name that could be an advertisement or an address is left out: strangers are written to under any name typed. */
function greeting(name = ''): string {
  const plain = name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
  const likeAnAddress = /:\/\/|@|\/|\S\.\S/.test(plain)
  return plain === '' || plain.length > 60 || likeAnAddress ? 'Hello,' : `Hello ${plain},`
}

function duration(minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 && minutes > 1440
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`
}
