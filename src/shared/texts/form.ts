/** What the dashboard's editor of texts needs. Without the table, which only the server has. */
import { readNames } from '../own-names.ts'
import { msg } from '../translate.ts'

export const textGroups = { pages: msg('Pages'), notices: msg('Notices'), emails: msg('Emails') } as const

/** A page that an admin added. Its key begins with this. */
export const ownPagePrefix = 'page-'

/** Where an own page can be linked. */
export const pagePlaces = {
  header: msg('In the header'),
  footer: msg('In the footer'),
  none: msg('Nowhere'),
} as const
export type PagePlace = keyof typeof pagePlaces

/** Reads the fields of the editor, not yet checked. */
export function readTextForm(texts: Readonly<Record<string, string>>) {
  const { title, subtitle, body, 'placement.address': address } = texts
  const source = { title, subtitle, body }
  if (address === undefined) return source
  const position = Number(texts['placement.position'] || '0')
  const names = readNames(texts, 'placement.names')
  return { ...source, placement: { address, place: texts['placement.place'], position, names } }
}
