/** What the log shows of a URL: the path, and the names of the parameters without their values. */
import { truncate } from './redact.ts'

const maxPathLength = 300
const maxParameters = 10
const maxNameLength = 30

/** Parameters may be search terms or tokens, so their values stay out. */
export function loggableUrl(url: string): string {
  const [path = '', query = ''] = url.slice(0, 5000).split('?', 2)
  const names = query
    .split('&', maxParameters)
    .map((parameter) => parameter.split('=', 1)[0] ?? '')
    .filter(Boolean)
    .map((name) => `${truncate(name, maxNameLength)}=…`)
  return truncate(path, maxPathLength) + (names.length > 0 ? `?${names.join('&')}` : '')
}
