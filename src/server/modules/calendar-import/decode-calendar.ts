/** Turns the bytes of a calendar into text with one property per line. */

/**
 * A line break with a space or a tab continues the line, also within a character. A run of carriage returns is tried once, from
 * its beginning: trying it from each of them would take hours.
 */
const fold = /(?:(?<!\r)\r*\n|\r)[ \t]/g
/** Nothing continues the line with which a component begins or ends. A space after it belongs to a stray or indented line. */
const afterMarker =
  /^((?:BEGIN|END):(?:VCALENDAR|VEVENT|VALARM|VTIMEZONE|STANDARD|DAYLIGHT|VTODO|VJOURNAL|VFREEBUSY)(?:\r*\n|\r))[ \t]+/gim
const unfold = (text: string): string => text.replace(afterMarker, '$1').replace(fold, '')
/** The spaces belong to one line, for the same reason. */
const hasEvents = /^[ \t\u00a0\ufeff]*BEGIN[ \t]*:[ \t]*V(CALENDAR|EVENT)[ \t]*$/im

/** `charset` is what the server declares, if anything. */
export function decodeCalendar(bytes: Buffer, charset: string | null = null): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return unfold(new TextDecoder(wide).decode(bytes))
  const unfolded = Buffer.from(unfold(bytes.toString('latin1')), 'latin1')
  const declared = decoderOf(charset)
  // Servers declare Latin-1 by default for every file. A text that is valid UTF-8 is that.
  const candidates = declared && declared !== 'windows-1252' ? [declared, 'utf-8'] : ['utf-8']
  for (const encoding of candidates)
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(unfolded)
    } catch {}
  return new TextDecoder('windows-1252').decode(unfolded)
}

/** Whether a decoded text has anything of a calendar. Some sites print warnings or blank lines before it. */
export const isCalendar = (text: string): boolean => hasEvents.test(text)

/** Returns UTF-16, which has a byte order mark, or begins with a character of one byte. */
function wideEncodingOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : null
}

function decoderOf(charset: string | null): string | null {
  try {
    return charset === null ? null : new TextDecoder(charset).encoding
  } catch {
    return null
  }
}
