import { expect, test } from 'vitest'
import { openCatalogs } from './catalogs.ts'
import { nameIn } from './local-names.ts'

const catalogs = openCatalogs(null)
const own = (language: string) =>
  new Map(
    language === 'fr'
      ? [
          ['Pet Services', 'Nos compagnons'],
          ['Bikes {and} more', 'Vélos'],
        ]
      : [],
  )
const named = (language: string, name: string) => nameIn(language, name, own, catalogs)

test.each([
  ['es', 'Plumbing Repairs', 'Plomería'],
  ['fr-CA', 'Plumbing Repairs', 'Plomberie'],
  ['es', 'Licensed or insured', 'Con licencia o seguro'],
  ['fr', 'North Carolina', 'Caroline du Nord'],
  ['es', 'Bavaria', 'Baviera'],
  ['fr', 'United States', 'États-Unis'],
  ['es', 'Germany', 'Alemania'],
  // A language without a catalog.
  ['de', 'United States', 'Vereinigte Staaten'],
  ['de', 'Pet Services', 'Pet Services'],
  ['en', 'United States', 'United States'],
])('%s calls %s “%s”', (language, name, expected) => {
  expect(named(language, name)).toBe(expected)
})

test('what admins call something wins, and any name can be asked for', () => {
  expect(named('fr', 'Pet Services')).toBe('Nos compagnons')
  expect(named('es', 'Pet Services')).toBe('Servicios para mascotas')
  expect(named('fr', 'Bikes {and} more')).toBe('Vélos')
  for (const name of ['Bikes {and} more', '{', '<b>', 'constructor', '', 'Show {count} ads'])
    expect(named('es', name)).toBe(name)
})
