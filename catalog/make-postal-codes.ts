/**
 * Generates `postal-codes.txt`, where the ZIP codes of the United States and the forward sortation areas (the first
 * half of a postal code) of Canada are: `node catalog/make-postal-codes.ts`. The data is from the npm package `zipcodes`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type PostalCode = {
  zip: string
  latitude: number | null
  longitude: number | null
  city: string
  state: string
  country: string
}
const { codes }: { codes: Record<string, PostalCode> } = createRequire(import.meta.url)('zipcodes')

const provinces = {
  NL: 'A',
  NS: 'B',
  PE: 'C',
  NB: 'E',
  QC: 'GHJ',
  ON: 'KLMNP',
  MB: 'R',
  SK: 'S',
  AB: 'T',
  BC: 'V',
  YT: 'Y',
}

function stateOf({ zip, country, state }: PostalCode): string {
  if (country === 'US') return state
  const province = Object.entries(provinces).find(([, letters]) => letters.includes(zip.charAt(0)))
  if (province) return province[0]
  // Nunavut and the Northwest Territories share a letter.
  return ['X0A', 'X0B', 'X0C'].includes(zip) ? 'NU' : 'NT'
}

/** Names of areas in Canada list their neighborhoods in parentheses. */
const townOf = ({ city }: PostalCode) => city.replace(/\s*\(.*$/, '').trim()

const militaryStates = ['AA', 'AE', 'AP']

/** The package lacks the coordinates of a few urban areas in Canada. They are among those of the same city. */
function coordinatesOf({ zip, latitude, longitude }: PostalCode) {
  if (latitude && longitude) return { latitude, longitude }
  const isRural = zip.charAt(1) === '0'
  const neighbors = Object.values(codes).filter(
    (other) => !isRural && other.zip.startsWith(zip.slice(0, 2)) && other.zip.length === 3 && other.latitude,
  )
  const mean = (values: (number | null)[]) =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length
  return neighbors.length > 0
    ? {
        latitude: mean(neighbors.map((each) => each.latitude)),
        longitude: mean(neighbors.map((each) => each.longitude)),
      }
    : null
}

const lines = Object.values(codes).flatMap((code) => {
  const state = stateOf(code)
  const coordinates = militaryStates.includes(state) ? null : coordinatesOf(code)
  // Santa Claus (H0H) lives at the North Pole.
  if (!coordinates || coordinates.latitude > 84) return []
  // Two decimals are about a kilometer: enough for the distance to a town.
  return `${code.zip} ${coordinates.latitude.toFixed(2)} ${coordinates.longitude.toFixed(2)} ${state} ${townOf(code)}`
})

writeFileSync(new URL('postal-codes.txt', import.meta.url), `${lines.sort().join('\n')}\n`)
