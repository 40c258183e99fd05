/** Returns the plural of what a country calls its divisions: counties, parishes, states. */
export function pluralOf(term: string): string {
  if (term.endsWith('y')) return `${term.slice(0, -1)}ies`
  return term.endsWith('sh') ? `${term}es` : `${term}s`
}
