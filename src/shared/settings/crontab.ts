/** The schedules of crontabs, as graphile-worker reads them. It does not run in browsers, which show the settings. */

/** Minute, hour, day, month, and day of the week, of which 7 is Sunday, too. */
const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

// Returns whether a text is five fields, each a list of numbers, ranges such as `1-5`, `*`, and steps such as `*/2`.
export function isCrontab(text: string): boolean {
  const fields = text.split(/ +/)
  return (
    fields.length === ranges.length &&
    ranges.every(([min, max], at) => fields[at]?.split(',').every((part) => isPart(part, min, max)))
  )
}

function isPart(part: string, min: number, max: number): boolean {
  if (/^\*(\/0*[1-9]\d{0,2})?$/.test(part)) return true
  const [from, to = max, ...rest] = /^\d{1,2}(-\d{1,2})?$/.test(part) ? part.split('-').map(Number) : []
  const isRange = !part.includes('-') || (from ?? max) < to
  return from !== undefined && rest.length === 0 && from >= min && Math.max(from, to) <= max && isRange
}
