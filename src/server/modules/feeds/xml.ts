/** A template tag for XML: escapes values like `html` does, and removes characters that XML 1.0 forbids. */
import { type Html, html } from '../../platform/html.ts'

export type Xml = Html

/** Control characters except tab and line breaks, DEL (discouraged), lone surrogates, and two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

export const withoutForbidden = (text: string): string => text.replace(forbidden, '')

export const xml = (parts: TemplateStringsArray, ...values: (string | Xml | Xml[])[]): Xml =>
  html(parts, ...values.map((value) => (typeof value === 'string' ? withoutForbidden(value) : value)))
