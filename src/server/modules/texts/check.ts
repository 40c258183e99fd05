/** Says in sentences what is wrong with a text that an admin wrote. */
import type { Placement } from '../../../shared/contract/texts.ts'
import { invalidFields } from '../../../shared/errors.ts'
import { maxHeaderPages, maxHeaderTitleLength, maxOwnPages } from '../../../shared/limits.ts'
import { reservedAddresses } from '../../../shared/texts/addresses.ts'
import { textEntryOf, variablesOf } from '../../../shared/texts/table.ts'
import { variablesIn } from './markdown.ts'
import type { TextSource } from './page-text.ts'

/** Throws `invalid` for a variable that does not exist, and for one that the text must have and lacks. */
export function requireVariables(key: string, source: TextSource): void {
  const known = variablesOf(key)
  const list = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(', ')
  const problems: Record<string, string> = {}
  for (const [field, text] of Object.entries(source)) {
    const unknown = variablesIn(text).find((name) => !Object.hasOwn(known, name))
    if (unknown) problems[field] = `There is no variable {${unknown}} here. Please use one of ${list}.`
  }
  const all = `${source.title}\n${source.subtitle}\n${source.body}`
  for (const name of textEntryOf(key).required) {
    const isTarget = known[name]?.sample.startsWith('/')
    if (isTarget && !source.body.includes(`]({${name}})`))
      problems.body ??= `Please keep the link, such as [Open it]({${name}}): people need it.`
    else if (!variablesIn(all).includes(name))
      problems.body ??= `Please keep {${name}} in the text: people need what it says.`
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

type Placed = { key: string; placement: Placement }

/** Throws `invalid` for an address that the site or another page has, and for more than there is room for. */
export function requirePlacement(
  key: string,
  title: string,
  { address, place }: Placement,
  pages: readonly Placed[],
): void {
  const others = pages.filter((page) => page.key !== key)
  if (reservedAddresses.has(address) || address.endsWith('-suggestions'))
    throw invalidFields({
      'placement.address': `/${address} belongs to the site itself. Please enter another address.`,
    })
  if (others.some((page) => page.placement.address === address))
    throw invalidFields({
      'placement.address': `Another page has the address /${address}. Please enter another one.`,
    })
  const inHeader = others.filter((page) => page.placement.place === 'header')
  if (place === 'header' && inHeader.length >= maxHeaderPages)
    throw invalidFields({
      'placement.place': `The header has room for ${maxHeaderPages} pages. Please choose another place, or move one of them.`,
    })
  if (place === 'header' && title.length > maxHeaderTitleLength)
    throw invalidFields({
      title: `Please use at most ${maxHeaderTitleLength} characters for a page in the header.`,
    })
  if (others.length >= maxOwnPages)
    throw invalidFields({ title: `There are already ${maxOwnPages} pages. Please remove one first.` })
}
