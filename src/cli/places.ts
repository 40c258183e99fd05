import { listCountries } from '../server/modules/catalog/geonames.ts'
import { addCountry, listSiteCountries, removeCountry } from '../server/modules/catalog/load-country.ts'
import { formatCount } from '../shared/format.ts'
import type { DatabaseCommand } from './command.ts'

const towns = (count: number) => formatCount(count, 'town', 'towns')

export const addPlaces: DatabaseCommand = {
  usage: 'add the places of a country, such as FR, or update them; of towns, those of 1,000 people and more',
  argument: 'code',
  options: { 'min-population': 'only towns of at least so many people' },
  async run(database, code, _config, options = {}) {
    const minPopulation = readPopulation(options['min-population'])
    if (!code)
      throw new Error('Enter the two letters of a country, such as FR. `corkboard places list` shows them.')
    const start = performance.now()
    const {
      name,
      divisions,
      added,
      towns: count,
    } = await addCountry(database, code, {
      ...(minPopulation !== null && { minPopulation }),
      onProgress: (done, total) =>
        void process.stderr.write(`${done.toLocaleString('en-US')} of ${towns(total)} stored\n`),
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    return `${name} has ${formatCount(divisions, 'division', 'divisions')} and ${towns(count)}, of which ${added.toLocaleString('en-US')} are new, after ${seconds} seconds. The data is from GeoNames (CC BY 4.0).`
  },
}

export const removePlaces: DatabaseCommand = {
  usage: 'remove a country without ads, with all of its places',
  argument: 'code',
  async run(database, code) {
    if (!code) throw new Error('Enter the two letters of a country, such as FR.')
    const removed = await removeCountry(database, code)
    return `Removed ${removed.name} with ${towns(removed.towns)}.`
  },
}

export const listPlaces: DatabaseCommand = {
  usage: 'list the countries of the site, and those that can be added',
  async run(database) {
    const countries = await listSiteCountries(database)
    const known = new Set(countries.map(({ code }) => code))
    const lines = countries.map(
      ({ code, name, term, divisions, towns: count, retired }) =>
        `${code}  ${name}: ${divisions} × ${term}, ${towns(count)}${retired ? ' (retired)' : ''}`,
    )
    const others = listCountries().filter(({ code }) => !known.has(code))
    return `${lines.join('\n')}\n\nCan be added with \`corkboard places add CODE\`:\n${others.map(({ code, name }) => `${code}  ${name}`).join('\n')}`
  },
}

function readPopulation(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,8}$/.test(text)) throw new Error('Enter a whole number for --min-population, such as 500.')
  return Number(text)
}
