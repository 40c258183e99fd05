/** Recognizes emails that no person has written: bounces, vacation notices, and mailing lists (RFC 3834). */
import type { Header } from 'postal-mime'

/** An email that passed this many servers is going in circles (RFC 5321, section 6.3). */
const maxHops = 50

/**
 * Programs spell these headers in many ways: X-Autoreply, X-Auto-Response, X-Autorespond, X-Auto-Reply-From,
 * X-Mail-Autoreply, Auto-Generated. A header with `suppress` asks others not to answer and says nothing about the email itself.
 */
const automaticHeader = /auto[-_]?(submitted|repl|respon|generat|answer)|machine[-_]?generated/
const list = /^(x-)?(list-(id|unsubscribe|post)|mailing-list|feedback-id)$/
const precedence = /^(x-)?(precedence|preference)$/
const bulk = /bulk|junk|list|auto/
const report = /^(multipart\/report|message\/(delivery-status|disposition-notification))/

/** Our own emails are automatic, too, so none can loop. */
export function isAutomatic(headers: Pick<Header, 'key' | 'value'>[]): boolean {
  const isSign = ({ key, value }: Pick<Header, 'key' | 'value'>) => {
    const text = value.trim().toLowerCase()
    if (automaticHeader.test(key)) return !key.includes('suppress') && !/^(no|false)\b/.test(text)
    if (precedence.test(key)) return bulk.test(text)
    if (key === 'return-path') return text === '<>'
    if (key === 'delivered-to' || key === 'x-post-messageclass') return text.includes('autorespond')
    if (key === 'content-type') return report.test(text)
    return list.test(key) || key === 'x-failed-recipients' || key === 'x-vacation'
  }
  return headers.some(isSign) || headers.filter(({ key }) => key === 'received').length > maxHops
}
