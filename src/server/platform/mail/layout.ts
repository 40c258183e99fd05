/** Renders the content of an email as HTML and as plain text. */
import { type Colors, darkColors, lightColors } from '../../../shared/colors.ts'
import { directionOf, readerLanguage } from '../../../shared/language.ts'
import { t } from '../../../shared/translate.ts'
import { Html, html } from '../html.ts'
import { footer, greeting, plainGreeting } from './reply-marker.ts'

export type EmailContent = {
  subject: string
  /** Who it is from, as mail programs show it, if that is not the site itself. */
  fromName?: string
  /** The recipient's name, for the greeting. */
  name?: string
  paragraphs: Paragraph[]
  /** Pages of the site, each with an optional line about it. */
  links?: PageLink[]
  /** A square image of the site, which the text must not need. `size` is in pixels. */
  image?: { path: string; alt: string; size: number }
  action?: Action
  secondaryAction?: Action
  /** Shown in smaller type below the action. */
  notes: Paragraph[]
  /** The path that stops emails like this one, for emails that people can turn off. */
  unsubscribe?: string
}

/** Plain text; or text with links and emphasis, or a list of such texts. */
export type Paragraph = string | { spans: Span[] } | { items: Span[][]; numbered: boolean }
export type Span = { text: string; link?: string; strong?: boolean; em?: boolean }

type Action = { label: string; link: string; validMinutes?: number }
export type PageLink = { label: string; detail?: string; link: string }

export type RenderedEmail = {
  subject: string
  /** Replaces the name of the sender, not the address. */
  fromName?: string
  html: string
  text: string
  /** The URL that stops emails like this one. */
  unsubscribe?: string
}

export type EmailSender = {
  name: string
  publicUrl: string
  /** The program's own without them. */
  look?: { light: Colors; dark: Colors; logo: EmailLogo | null }
}

/** A picture of the site itself, the same for everyone who gets an email. Sizes are in pixels. */
type EmailLogo = {
  path: string
  width: number
  height: number
  /** Whether the name of the site is beside it. */
  withName: boolean
}

/** Throws for a link to another site. Links may be paths; the email contains them with `publicUrl`. */
export function renderEmail(sender: EmailSender, content: EmailContent): RenderedEmail {
  const { links = [], action, secondaryAction, unsubscribe, image } = content
  const { light = lightColors, dark = darkColors, logo = null } = sender.look ?? {}
  const stop =
    unsubscribe === undefined
      ? null
      : withAbsoluteLink({ label: t('Stop these emails'), link: unsubscribe }, sender.publicUrl)
  const validMinutes = action?.validMinutes
  const expiry = validMinutes === undefined ? [] : [expiryOf(validMinutes)]
  const absolute = (paragraph: Paragraph) => withAbsoluteSpans(paragraph, sender.publicUrl)
  const parts: EmailParts = {
    ...content,
    paragraphs: content.paragraphs.map(absolute),
    stop,
    links: links.map((link) => withAbsoluteLink(link, sender.publicUrl)),
    ...(action && { action: withAbsoluteLink(action, sender.publicUrl) }),
    ...(secondaryAction && { secondaryAction: withAbsoluteLink(secondaryAction, sender.publicUrl) }),
    notes: [...expiry, ...content.notes.map(absolute)],
    greeting: greetingFor(content.name),
    light,
    dark,
    header: logo && headerOf(sender, logo),
    shown:
      image &&
      html`<p style="margin:0 0 16px"><img src="${sender.publicUrl + image.path}" alt="${image.alt}" width="${String(image.size)}" height="${String(image.size)}" style="display:block;border:0"></p>\n`,
    signature: t(footer, { site: sender.name, url: sender.publicUrl }),
  }
  return {
    subject: content.subject,
    ...(content.fromName !== undefined && { fromName: content.fromName }),
    html: renderHtml(parts).text,
    text: renderText(parts),
    ...(stop && { unsubscribe: stop.link }),
  }
}

/** Mail programs that load no pictures show the name all the same. */
function headerOf({ name, publicUrl }: EmailSender, { path, width, height, withName }: EmailLogo): Html {
  const image = html`<img src="${publicUrl + path}" alt="${withName ? '' : name}" width="${String(width)}" height="${String(height)}" style="border:0;vertical-align:middle">`
  return html`<p style="margin:0 0 20px;font-size:18px;line-height:1.3;font-weight:700">${image}${withName ? html`<span style="vertical-align:middle;padding-left:10px">${name}</span>` : ''}</p>\n`
}

function withAbsoluteLink<Linked extends { link: string }>(action: Linked, publicUrl: string): Linked {
  const { link } = action
  if (link.startsWith(`${publicUrl}/`)) return action
  if (/^\/(?![/\\])/.test(link)) return { ...action, link: publicUrl + link }
  throw new Error('A link in an email must be a path of this site.')
}

function withAbsoluteSpans(paragraph: Paragraph, publicUrl: string): Paragraph {
  const toAbsolute = (span: Span): Span =>
    span.link?.startsWith('/') ? withAbsoluteLink({ ...span, link: span.link }, publicUrl) : span
  if (typeof paragraph === 'string') return paragraph
  if ('spans' in paragraph) return { spans: paragraph.spans.map(toAbsolute) }
  return { ...paragraph, items: paragraph.items.map((item) => item.map(toAbsolute)) }
}

const markOf = (numbered: boolean, index: number) => (numbered ? `${index + 1}.` : '•')

function textOf(paragraph: Paragraph): string {
  const spansText = (spans: Span[]) =>
    spans
      .map(({ text, link }) => (link === undefined || link.endsWith(text) ? text : `${text} (${link})`))
      .join('')
  if (typeof paragraph === 'string') return paragraph
  if ('spans' in paragraph) return spansText(paragraph.spans)
  const { items, numbered } = paragraph
  return items.map((item, index) => `${markOf(numbered, index)} ${spansText(item)}`).join('\n')
}

function htmlOf(paragraph: Paragraph): Html {
  const spansHtml = (spans: Span[]) => new Html(spans.map((span) => spanHtml(span).text).join(''))
  if (typeof paragraph === 'string') return html`${paragraph}`
  if ('spans' in paragraph) return spansHtml(paragraph.spans)
  const { items, numbered } = paragraph
  return html`${items.map((item, index) => html`${markOf(numbered, index)} ${spansHtml(item)}`)}`
}

function spanHtml({ text, link, strong, em }: Span): Html {
  let part = html`${text}`
  if (em) part = html`<em>${part}</em>`
  if (strong) part = html`<strong>${part}</strong>`
  return link === undefined ? part : html`<a href="${link}" style="color:inherit">${part}</a>`
}

type EmailParts = EmailContent & {
  light: Colors
  dark: Colors
  header: Html | null
  shown: Html | undefined
  greeting: string
  signature: string
  stop: Action | null
  links: PageLink[]
}

function renderText(content: EmailParts): string {
  const { greeting, paragraphs, links, action, secondaryAction, notes, signature, stop } = content
  const linked = (...actions: (Action | null | undefined)[]) =>
    actions.flatMap((each) => (each ? [`${each.label}:\n${each.link}`] : []))
  const listed = links.map(({ label, detail, link }) => [label, detail, link].filter(Boolean).join('\n'))
  const parts = [
    greeting,
    ...paragraphs.map(textOf),
    ...listed,
    ...linked(action, secondaryAction),
    ...notes.map(textOf),
  ]
  return `${[...parts, `-- \n${signature}`, ...linked(stop)].join('\n\n')}\n`
}

/** Loads nothing but the logo of the site, and an image that belongs to the text. Colors are inline because some email clients ignore style sheets. */
function renderHtml({
  light,
  dark,
  header,
  shown,
  subject,
  greeting,
  paragraphs,
  links,
  action,
  secondaryAction,
  notes,
  signature,
  stop,
}: EmailParts): Html {
  const small = `margin:0 0 12px;font-size:14px;line-height:1.5;color:${light.soft}`
  return html`<!doctype html>
<html lang="${readerLanguage()}" dir="${directionOf(readerLanguage())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
  body { background: ${dark.page} !important }
  .card { background: ${dark.surface} !important; color: ${dark.ink} !important }
  .small, .small a { color: ${dark.soft} !important }
}
</style>
</head>
<body style="margin:0;padding:24px 12px;background:${light.page};font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:12px;background:${light.surface};color:${light.ink}">
${header ?? ''}<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px;font-size:16px;line-height:1.5;white-space:pre-line">${htmlOf(paragraph)}</p>`)}
${shown ?? ''}${links.map((link) => pageLink(link, light))}
${action ? button(action, light) : ''}
${secondaryAction ? html`<p style="margin:0 0 20px;font-size:16px;line-height:1.5"><a href="${secondaryAction.link}" style="color:inherit">${secondaryAction.label}</a></p>` : ''}
${action ? html`<p class="small" style="${small}">${t('If the button doesn’t work, copy this link into your browser:')}<br><a href="${action.link}" style="color:${light.soft};word-break:break-all">${action.link}</a></p>` : ''}
${notes.map((note) => html`<p class="small" style="${small}${typeof note === 'string' ? '' : ';white-space:pre-line'}">${htmlOf(note)}</p>`)}
<p class="small" style="${small};margin:20px 0 0">${signature}</p>
${stop ? html`<p class="small" style="${small};margin:8px 0 0"><a href="${stop.link}" style="color:${light.soft}">${stop.label}</a></p>` : ''}
</div>
</body>
</html>
`
}

const pageLink = ({ label, detail, link }: PageLink, light: Colors) =>
  html`<p style="margin:0 0 14px;font-size:16px;line-height:1.4"><a href="${link}" style="color:inherit;font-weight:600">${label}</a>${detail ? html`<br><span class="small" style="font-size:14px;color:${light.soft}">${detail}</span>` : ''}</p>`

const button = ({ label, link }: Action, light: Colors) =>
  html`<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:${light.accent};color:${light['on-accent']};font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`

/**
 * Greets by name, unless the name could be an advertisement or a link: anyone can sign up a stranger's address under any name, and
 * must not be able to send them a message that way.
 */
function greetingFor(name = ''): string {
  const plain = name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
  const looksLikeLink = /:\/\/|@|\/|\S\.\S/.test(plain)
  return plain === '' || plain.length > 60 || looksLikeLink ? t(plainGreeting) : t(greeting, { name: plain })
}

function expiryOf(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 1440)
    return t('{count, plural, one {This link expires in # day.} other {This link expires in # days.}}', {
      count: minutes / 1440,
    })
  return minutes % 60 === 0
    ? t('{count, plural, one {This link expires in # hour.} other {This link expires in # hours.}}', {
        count: minutes / 60,
      })
    : t('{count, plural, one {This link expires in # minute.} other {This link expires in # minutes.}}', {
        count: minutes,
      })
}
