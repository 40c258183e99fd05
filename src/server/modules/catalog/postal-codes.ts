/** The towns of ZIP codes and of Canadian and French postal codes, from `catalog/postal-codes.txt`. */
import { readFileSync } from 'node:fs'
import type { Coordinates } from '../../../shared/distance.ts'
import { fullName } from './place-names.ts'

/** A town such as `Austin, Texas`, and the code of its country, such as `US`. */
export type Center = Coordinates & { name: string; country: string }

export type PostalCode = {
  /** As typed, and where it begins in the text. */
  code: string
  at: number
  /** Whether it is only the first half of a Canadian code. */
  isHalf: boolean
  /** Is null if nobody has the code. */
  town: Center | null
}

/** `78701`, `78701-1234`, `69001`, `M5V`, `M5V 3L9`, and `m5v3l9`, between spaces or commas. */
const postalForm =
  /(?<=^|[\s,])(?:(?<zip>\d{5})(?:-\d{4})?|(?<area>[abceghj-nprstvxy]\d[a-z])(?:[\s-]?\d[a-z]\d)?)(?=$|[\s,])/gi

/**
 * Returns what can be a postal code, in the order of the text. `countries` are the codes of those of the site: the first one that has the
 * postal code is meant.
 */
export const findPostalCodes = (text: string, countries: readonly string[]): PostalCode[] =>
  [...text.matchAll(postalForm)].map(({ 0: code, index: at, groups: { zip, area } = {} }) => ({
    code,
    at,
    isHalf: area === code,
    town: findTownOfCode(zip, area, countries),
  }))

/** Takes five digits, or the first half of a Canadian postal code. */
function findTownOfCode(
  zip: string | undefined,
  area: string | undefined,
  countries: readonly string[],
): Center | null {
  for (const country of countries) {
    const town = zip ? townOfDigits(zip, country) : country === 'CA' && area ? townOfArea(area) : null
    if (town) return town
  }
  return null
}

function townOfDigits(digits: string, country: string): Center | null {
  if (country === 'US') return findPostalCode(digits, country)
  // The file has the country before these codes, which can also be ZIP codes.
  return country === 'FR' ? findPostalCode(country + digits, country) : null
}

function townOfArea(area: string): Center | null {
  const code = area.toUpperCase()
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
