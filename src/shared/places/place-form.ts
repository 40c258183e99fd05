/** The forms of places on the dashboard, with and without scripts. */

type Texts = Readonly<Record<string, string>>

/** Returns what a form says about a place, as calls take it. Nothing is checked. */
export function readPlaceForm({ name = '', moreNames = '', point, parent, version }: Texts) {
  return {
    name,
    moreNames,
    ...(point !== undefined && { point }),
    ...(parent && { parent }),
    ...(version && { version }),
  }
}

/** Returns what a form says about a country to add. An empty field means the default. */
export const readCountryForm = ({ country = '', minPopulation = '' }: Texts) => ({
  country,
  ...(minPopulation.trim() !== '' && { minPopulation: Number(minPopulation.replace(/[\s,]/g, '')) }),
})
