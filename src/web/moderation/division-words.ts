import { t } from '../../shared/translate.ts'

/** Returns the plural of what a country calls its divisions: counties, parishes, states. */
export function pluralOf(term: string): string {
  if (term.endsWith('y')) return `${term.slice(0, -1)}ies`
  return term.endsWith('sh') ? `${term}es` : `${term}s`
}

/** Returns what a country calls one of its divisions, in the reader's language. Another data set may have other words than these. */
export const divisionOf = (term: string): string =>
  t(
    '{term, select, division {division} state {state} region {region} province {province} canton {canton} county {county} department {department} prefecture {prefecture} district {district} governorate {governorate} voivodeship {voivodeship} parish {parish} emirate {emirate} municipality {municipality} country {country} other {{name}}}',
    { term, name: term },
  )

/** Returns what a country calls its divisions. */
export const divisionsOf = (term: string): string =>
  t(
    '{term, select, division {divisions} state {states} region {regions} province {provinces} canton {cantons} county {counties} department {departments} prefecture {prefectures} district {districts} governorate {governorates} voivodeship {voivodeships} parish {parishes} emirate {emirates} municipality {municipalities} country {countries} other {{names}}}',
    { term, names: pluralOf(term) },
  )

/** Returns a number of divisions, such as `50 states`. */
export const countDivisions = (term: string, count: number): string =>
  t(
    '{term, select, division {{count, plural, one {# division} other {# divisions}}} state {{count, plural, one {# state} other {# states}}} region {{count, plural, one {# region} other {# regions}}} province {{count, plural, one {# province} other {# provinces}}} canton {{count, plural, one {# canton} other {# cantons}}} county {{count, plural, one {# county} other {# counties}}} department {{count, plural, one {# department} other {# departments}}} prefecture {{count, plural, one {# prefecture} other {# prefectures}}} district {{count, plural, one {# district} other {# districts}}} governorate {{count, plural, one {# governorate} other {# governorates}}} voivodeship {{count, plural, one {# voivodeship} other {# voivodeships}}} parish {{count, plural, one {# parish} other {# parishes}}} emirate {{count, plural, one {# emirate} other {# emirates}}} municipality {{count, plural, one {# municipality} other {# municipalities}}} country {{count, plural, one {# country} other {# countries}}} other {{count, plural, one {# {name}} other {# {names}}}}}',
    { term, count, name: term, names: pluralOf(term) },
  )
