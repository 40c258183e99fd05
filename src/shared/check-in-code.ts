/** The codes by which people who registered for an event are found at its door. */

/** Such as `K7QM 2XRA`, for people to read out and type. */
export const shortCode = (code: string): string => {
  const short = code.slice(-8).toUpperCase()
  return `${short.slice(0, 4)} ${short.slice(4)}`
}

/** The picture of a QR code. */
export const checkInCodePath = (event: string, code: string, ending = '.gif'): string =>
  `/check-in-codes/${event}/${code}${ending}`

/** What a camera reads: the address of the list, with the code where servers do not see it. */
export const codeAddress = (listPage: string, code: string): string => `${listPage}#${code}`

/** Returns the code in what was scanned or typed: the whole code or the end of it, in the case of stored ones. */
export const toCode = (text: string): string =>
  text
    .slice(text.lastIndexOf('#') + 1)
    .replace(/[\s-]/g, '')
    .toLowerCase()

const minTyped = 6

/** Returns those whose code this is, or ends like this. */
export const findByCode = <Person extends { code: string }>(
  people: readonly Person[],
  text: string,
): Person[] => {
  const code = toCode(text)
  return code.length < minTyped ? [] : people.filter((person) => person.code.endsWith(code))
}
