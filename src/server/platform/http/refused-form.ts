/** A plain form that a call refused: what was typed can be corrected and sent again, also where the browser has forgotten it. */

import type { Fields } from '../../../shared/contract/endpoint.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { localName } from '../../../shared/local-names.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { type Html, html } from '../html.ts'

export type SentForm = {
  /** Where it was sent. */
  path: string
  fields: Fields
  /** The names of fields that nobody types. */
  hidden: (name: string) => boolean
}

export type RefusedForm = SentForm & {
  /** A sentence for each field that is wrong, by name. */
  errors: Readonly<Record<string, string>>
  /** Names the fields whose files have to be chosen again. */
  files?: readonly string[]
}

/** More than any form has: a page of what someone else sent must stay small. */
const maxFields = 400

/** What one can correct. Others lead elsewhere, or say to try again later. */
const correctable: ReadonlySet<ErrorCode> = new Set(['invalid', 'conflict', 'too_large'])

/** Returns whether the form can be changed and sent again after an error. */
export const isCorrectable = (thrown: unknown, form: SentForm): thrown is AppError =>
  thrown instanceof AppError && correctable.has(thrown.code) && isTyped(form)

/** Returns whether a form has something that was typed. */
export const isTyped = ({ fields, hidden }: SentForm): boolean => {
  const names = Object.keys(fields)
  return names.length <= maxFields && names.some((name) => !hidden(name) && fields[name] !== '')
}

/** Returns the form with what was typed, and each error next to its field. */
export const refusedForm = ({
  path,
  fields,
  hidden,
  errors,
  files,
}: RefusedForm): Html => html`<form method="post" action="${path}"${files ? html` enctype="multipart/form-data"` : ''}>
${Object.entries(fields).map(([name, value]) =>
  hidden(name)
    ? html`<input type="hidden" name="${name}" value="${value}">`
    : fieldOf(name, value, errors[name] ?? ''),
)}
${(files ?? []).map((name) => fieldOf(name, null, errors[name] ?? ''))}
<p><button type="submit">${t('Send again')}</button></p>
</form>`

/** `value` is null for a file. */
function fieldOf(name: string, value: string | null, error: string): Html {
  const described = error === '' ? html`` : html` aria-invalid="true" aria-describedby="error-${name}"`
  return html`<label>${labelOf(name)}
${controlOf(name, value, described)}</label>
${error === '' ? '' : html`<strong id="error-${name}">${error}</strong>`}`
}

function controlOf(name: string, value: string | null, described: Html): Html {
  if (value === null)
    return html`<input type="file" name="${name}"${name === 'photos' ? html` multiple` : html``}${described}>`
  // A password is typed again.
  if (/password/i.test(name)) return html`<input type="password" name="${name}"${described}>`
  if (value.length <= maxLineLength && !value.includes('\n'))
    return html`<input name="${name}" value="${value}"${described}>`
  // The first line break of a text area is not part of its text.
  return html`<textarea name="${name}" rows="6"${described}>\n${value}</textarea>`
}

const maxLineLength = 60

/** What forms call fields whose names are other words, by the last part of the names. */
const labels: Readonly<Record<string, Message>> = {
  body: msg('Text'),
  business_email: msg('Business Email'),
  count: msg('Number of Dates'),
  currentPassword: msg('Current Password'),
  doorsTime: msg('Doors Open'),
  endTime: msg('End Time'),
  frequency: msg('How often'),
  newPassword: msg('New Password'),
  note: msg('How to Find It'),
  online_url: msg('Online Link'),
  online_url_shown: msg('Who Sees the Link'),
  price_max: msg('Highest Price'),
  publish_at: msg('Goes live on'),
  publishAt: msg('Day and Time'),
  skipped: msg('Skip a date'),
  startTime: msg('Start Time'),
  until: msg('Last Day'),
  url: msg('Ticket Link'),
}

/**
 * Returns a name as people read it: `choices.2.label` is “Choices 3 label”. What the site calls the same elsewhere is translated, if need be
 * by the last part of the name.
 */
function labelOf(name: string): string {
  const last = name.split('.').at(-1) ?? name
  if (Object.hasOwn(labels, last)) return t(labels[last] as Message)
  const [whole, end] = [wordsOf(name.replace(/^values\./, '')), wordsOf(last)]
  return localName(localName(whole) === whole && localName(end) !== end ? end : whole)
}

function wordsOf(name: string): string {
  const words = name
    .replace(/\d+/g, (row) => String(Number(row) + 1))
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
