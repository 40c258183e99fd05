/** XML put together as HTML is: what is put in is escaped, and what XML 1.0 cannot hold is left out. */
import { type Html, html } from '../../platform/html.ts'

export type Xml = Html

/** Controls but for tab and line ends (of DEL XML only warns), halves of surrogate pairs, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

export const withoutForbidden = (text: string): string => text.replace(forbidden, '')

export const xml = (parts: TemplateStringsArray, ...values: (string | Xml | Xml[])[]): Xml =>
  html(parts, ...values.map((value) => (typeof value === 'string' ? withoutForbidden(value) : value)))
