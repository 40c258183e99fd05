/** The last step before a log line is written: masks what no log may contain, and bounds the length of the line. */

/** Longer writes to a pipe can be mixed with those of other processes (`PIPE_BUF`). */
export const maxLineBytes = 4096

/** Shortens all strings of a line that is too long to this many characters; to the next, if it is still too long. */
const stringLengths = [1000, 300, 80]
const maxItems = 20
const maxDepth = 4

/** Returns the line of JSON without secrets, full email addresses, or characters that terminals interpret. */
export function redactLine(line: string): string {
  const masked = escapeControls(mask(line))
  if (Buffer.byteLength(masked) <= maxLineBytes) return masked
  const record = parseLine(masked)
  for (const length of stringLengths) {
    const shorter = toLine(shorten(record, length, 0))
    if (Buffer.byteLength(shorter) <= maxLineBytes) return shorter
  }
  const { level, time, msg } = record
  return toLine({ level, time, msg: shorten(msg, 300, 0), truncated: true })
}

type LogRecord = { level?: unknown; time?: unknown; msg?: unknown }

/** Logging must never throw. */
function parseLine(line: string): LogRecord {
  try {
    return JSON.parse(line) as LogRecord
  } catch {
    return { msg: line }
  }
}

const toLine = (record: unknown) => `${escapeControls(JSON.stringify(record))}\n`

function shorten(value: unknown, length: number, depth: number): unknown {
  if (typeof value === 'string') return truncate(value, length)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => shorten(item, length, depth + 1))
  const entries = Object.entries(value).slice(0, maxItems)
  return Object.fromEntries(
    entries.map(([key, item]) => [truncate(key, 80), shorten(item, length, depth + 1)]),
  )
}

/** Returns the text, cut to `length` characters and an ellipsis. */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

// Every repetition below is bounded or cannot overlap with what precedes it, so matching takes linear time.

const at = /@|%(?:25)*40/i
/** `mod@example.com` and `mod%40example.com`. The local part may have any character that does not end a word of JSON. */
const emailAddress =
  /([^\s"'`<>()[\]{},;:\\/?&=|@…]{1,64}?)((?:@|%(?:25){0,4}40)[\p{L}\p{N}][\p{L}\p{N}.-]{0,253})/giu
/** The password of `postgres://user:password@host`. */
const urlCredentials = /(:\/\/)[^\s/"@]{1,300}@/g
/** In a URL, a form, or a `Cookie` header. */
const secretParameter =
  /((?:[?&]|%3F|%26)(?:code|state|nonce)=|(?:[?&;\s"]|%3F|%26)(?:[\w.-]{0,40}(?:token|password|secret|signature|cookie)|(?:__\w{4,6}-)?corkboard\.\w{1,40}|x-amz-[a-z-]{1,40})=)[^&\s"';\\]{1,4000}/gi
const secretField =
  /("(?:[\w-]{0,40}(?:token|password|secret|cookie)|authorization)":")(?:[^"\\]|\\.){1,8000}/gi
const authorization = /\b(Bearer|Basic) [\w.~+/=-]{4,4000}/gi
const jwt = /\beyJ[\w-]{6,2000}\.[\w-]{6,4000}\.[\w-]{0,2000}/g

function mask(line: string): string {
  const withoutSecrets = line
    .replace(secretParameter, '$1…')
    .replace(secretField, '$1…')
    .replace(authorization, '$1 …')
    .replace(jwt, '…')
  if (!at.test(withoutSecrets)) return withoutSecrets
  return withoutSecrets.replace(urlCredentials, '$1…@').replace(emailAddress, maskAddress)
}

/** Keeps the first letter and the domain, which is enough to recognize an address that one already knows. */
const maskAddress = (_address: string, local: string, domain: string) =>
  `${String.fromCodePoint(local.codePointAt(0) ?? 0)}…${domain}`

/** JSON escapes U+0000 to U+001F only. These also move a terminal's cursor, end lines, or reverse text. */
const controls = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escapeControls = (json: string): string =>
  json.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
