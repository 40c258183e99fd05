/** The towns of ZIP codes and Canadian postal codes, from `catalog/postal-codes.txt`. */
import { readFileSync } from 'node:fs'
import { fullName } from './language/place-names.ts'

/** In degrees. */
export type Coordinates = { latitude: number; longitude: number }
export type Center = Coordinates & { name: string; country: 'US' | 'CA' }

/** `78701`, `78701-1234`, `M5V`, `M5V 3L9`, and `m5v3l9`, between spaces or commas. */
export const postalForm =
  /(?<=^|[\s,])(?:(?<zip>\d{5})(?:-\d{4})?|(?<area>[abceghj-nprstvxy]\d[a-z])(?:[\s-]?\d[a-z]\d)?)(?=$|[\s,])/gi

/** Returns the town of a ZIP code, or of the first half of a Canadian postal code. */
export function findTownOfCode(zip: string | undefined, area: string | undefined): Center | null {
  if (zip) return findPostalCode(zip, 'US')
  const code = area?.toUpperCase() ?? ''
  // The file has the first two characters of codes that are all in one town.
  return findPostalCode(code, 'CA') ?? findPostalCode(code.slice(0, 2), 'CA')
}

const postalCodesFile = new URL('../../../../catalog/postal-codes.txt', import.meta.url)
let postalCodes: string | null = null

/** Binary search in the text of the file, whose lines are sorted: a map of its lines would take much more memory. */
function findPostalCode(code: string, country: Center['country']): Center | null {
  // Read on first use: most searches name no postal code.
  postalCodes ??= readFileSync(postalCodesFile, 'utf8')
  let [from, to] = [0, postalCodes.length]
  while (from < to) {
    const start = postalCodes.lastIndexOf('\n', Math.floor((from + to) / 2) - 1) + 1
    const end = postalCodes.indexOf('\n', start)
    const [found = '', latitude, longitude, ...words] = postalCodes.slice(start, end).split(' ')
    if (found === code) {
      const [state, town = ''] = words.join(' ').split(', ', 2)
      return {
        name: fullName(town, state),
        latitude: Number(latitude),
        longitude: Number(longitude),
        country,
      }
    }
    if (found < code) from = end + 1
    else to = start
  }
  return null
}
