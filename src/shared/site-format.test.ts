import { afterEach, expect, test } from 'vitest'
import { readAs } from '../../test/support/data/as-reader.ts'
import { symbolOf } from './currency-symbol.ts'
import { distanceUnitIn } from './distance.ts'
import { formatDay, formatEventDays, formatInstant, formatOnNow } from './format.ts'
import { formatPrice } from './price.ts'
import { defaultSettings } from './settings/table.ts'
import { formatNumber, type SiteFormat, setSiteFormat } from './site-format.ts'

afterEach(() => {
  setSiteFormat(defaultSettings)
  readAs(null)
})

const written = (regionFormat: SiteFormat['regionFormat'], currency: string) => {
  setSiteFormat({ regionFormat, distanceUnit: 'country' })
  return [
    formatNumber(1234.5),
    formatPrice({ price: 1234.5, price_unit: null }, currency),
    formatPrice({ price: 35, price_unit: 'from' }, currency),
    formatEventDays('2026-11-27', '2026-11-27'),
    formatInstant('2026-11-27T15:05:00Z', 'Europe/Paris'),
    formatOnNow('2026-11-20', '2027-01-02', '2026-11-21'),
  ]
}

test('writes numbers, prices, and days as a region does, in English words', () => {
  expect(written('en-US', 'USD')).toEqual([
    '1,234.5',
    '$1,234.50',
    'from $35',
    'Friday, November 27, 2026',
    'November 27, 2026, 4:05 PM',
    'On now, until Jan 2, 2027',
  ])
  expect(written('fr-FR', 'EUR')).toEqual([
    '1\u00a0234,5',
    '1\u00a0234,50\u00a0€',
    'from 35\u00a0€',
    'Friday 27 November 2026',
    '27 November 2026, 4:05 PM',
    'On now, until 2 Jan 2027',
  ])
  expect(written('en-CA', 'CAD').slice(0, 4)).toEqual([
    '1,234.5',
    '$1,234.50',
    'from $35',
    'Friday, November 27, 2026',
  ])
  expect(written('de-DE', 'EUR').slice(0, 2)).toEqual(['1.234,5', '1.234,50\u00a0€'])
  expect(symbolOf('EUR')).toEqual({ text: '€', follows: true })
})

test('writes the first day of a month in French as an ordinal', () => {
  readAs('fr')
  expect(['2026-11-01', '2026-11-11', '2026-11-21'].map(formatDay)).toEqual([
    '1er novembre 2026',
    '11 novembre 2026',
    '21 novembre 2026',
  ])
  expect(formatEventDays('2026-11-01', '2026-11-01')).toBe('dimanche 1er novembre 2026')
  readAs('es')
  expect(formatDay('2026-11-01')).toBe('1 de noviembre de 2026')
})

test('says distances as the country of the place does, or in the unit of the site', () => {
  const units = () => ['United States', 'CA', 'France', ''].map((country) => distanceUnitIn(country))
  expect(units()).toEqual(['mi', 'km', 'km', 'mi'])
  setSiteFormat({ regionFormat: 'en-US', distanceUnit: 'km' })
  expect(units()).toEqual(['km', 'km', 'km', 'km'])
})
