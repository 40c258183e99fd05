/** What people of a country usually have, to fill in the first run. */
import countryToCurrency from 'country-to-currency'
import { checkSettings } from '../../../shared/settings/read.ts'

/** What Node knows of a country, but TypeScript does not yet. `firstDay` is 7 for Sunday. */
type CountryInfo = { getTimeZones: () => string[] | undefined; getWeekInfo: () => { firstDay: number } }

const codes = Object.keys(countryToCurrency) as (keyof typeof countryToCurrency)[]

const countriesWithMiles = ['GB', 'LR', 'MM', 'US']
/** CLDR lists them. Node has no data of paper. */
const countriesWithLetter = [
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
]
/** The keys are the numbers of days in CLDR. */
const weekStarts: Record<number, string> = { 1: 'monday', 7: 'sunday' }

/** Returns values by the keys of settings, and the time zones of the country. Returns nothing for an unknown code. */
export function suggestionsFor(country: string): { values: Record<string, unknown>; timeZones: string[] } {
  const code = codes.find((code) => code === country)
  if (!code) return { values: {}, timeZones: [] }
  const locale = new Intl.Locale(`und-${code}`)
  const info = locale as Intl.Locale & CountryInfo
  const timeZones = info.getTimeZones() ?? []
  const { values } = checkSettings({
    currency: countryToCurrency[code],
    ...(timeZones.length === 1 && { timeZone: timeZones[0] }),
    regionFormat: `${locale.maximize().language}-${code}`,
    weekStart: weekStarts[info.getWeekInfo().firstDay],
    distanceUnit: countriesWithMiles.includes(code) ? 'mi' : 'km',
    paper: countriesWithLetter.includes(code) ? 'letter' : 'a4',
  })
  return { values, timeZones }
}
