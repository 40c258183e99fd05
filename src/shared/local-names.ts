/**
 * Names of categories, fields, and places in the reader's language. URLs, filters, replies, and what is stored have the name of the database,
 * so call this only where a name is shown. The server finds names in its catalogs (`platform/language/local-names.ts`), and gives pages
 * in other languages those of the site before they start.
 */
let find = (name: string): string => name

export const localName = (name: string): string => find(name)

export function setLocalNames(next: (name: string) => string): void {
  find = next
}
