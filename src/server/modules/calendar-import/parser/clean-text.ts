/** Control characters except line breaks and tabs, and what UTF-8 cannot encode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

/** Returns at most `maxLength` characters of a text, without what cannot be stored or seen. */
export const clean = (text: string, maxLength: number): string =>
  [...text.replace(/\r\n?/g, '\n').replace(forbidden, '').trim()].slice(0, maxLength).join('').trim()
