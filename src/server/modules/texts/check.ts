/** Says in sentences what is wrong with a text that an admin wrote. */

import type { Placement } from '../../../shared/contract/texts.ts'
import { invalidFields } from '../../../shared/errors.ts'
import { maxHeaderPages, maxHeaderTitleLength, maxOwnPages } from '../../../shared/limits.ts'
import { reservedAddresses } from '../../../shared/texts/addresses.ts'
import { sampleOf, textEntryOf, variablesOf } from '../../../shared/texts/table.ts'
import { t } from '../../../shared/translate.ts'
import { linksIn, parseMarkdown, variablesIn } from './markdown.ts'
import type { TextSource } from './page-text.ts'

/**
 * Throws `invalid` for a variable that does not exist or cannot be a link, for one that the text must have and lacks, and for sections
 * where none are shown.
 */
export function requireUsable(key: string, source: TextSource): void {
  const known = variablesOf(key)
  const list = Object.keys(known)
    .map((name) => `{${name}}`)
    .join(', ')
  const problems: Record<string, string> = {}
  for (const [field, text] of Object.entries(source)) {
    const unknown = variablesIn(text).find((name) => !Object.hasOwn(known, name))
    if (unknown)
      problems[field] = t('There is no variable {variable} here. Please use one of {list}.', {
        variable: `{${unknown}}`,
        list,
      })
  }
  const { group, required, isPart } = textEntryOf(key)
  if (isPart && parseMarkdown(source.body).some(({ type }) => /^h[12]$/.test(type)))
    problems.body ??= t(
      'Please leave out headings with # or ##: this text is part of a page that has its own.',
    )
  const links = linksIn(source.body)
  const isPath = (name: string) => known[name] && sampleOf(known[name]).startsWith('/')
  // What someone else wrote could lead anywhere, and emails have buttons only for pages of the site.
  for (const link of group === 'emails' ? links : [])
    for (const name of variablesIn(link))
      if (name !== 'contact' && !(isPath(name) && link === `{${name}}`))
        problems.body ??= t('{variable} can’t be in the address of a link. Please use it in the text.', {
          variable: `{${name}}`,
        })
  const all = `${source.title}\n${source.subtitle}\n${source.body}`
  for (const name of required) {
    if (isPath(name) && !links.includes(`{${name}}`))
      problems.body ??= t('Please keep the link, such as {example}: people need it.', {
        example: `[${t('Open it')}]({${name}})`,
      })
    else if (!variablesIn(all).includes(name))
      problems.body ??= t('Please keep {variable} in the text: people need what it says.', {
        variable: `{${name}}`,
      })
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
      'placement.address': t('{address} belongs to the site itself. Please enter another address.', {
        address: `/${address}`,
      }),
    })
  if (others.some((page) => page.placement.address === address))
    throw invalidFields({
      'placement.address': t('Another page has the address {address}. Please enter another one.', {
        address: `/${address}`,
      }),
    })
  const inHeader = others.filter((page) => page.placement.place === 'header')
  if (place === 'header' && inHeader.length >= maxHeaderPages)
    throw invalidFields({
      'placement.place': t(
        'The header has room for {max} pages. Please choose another place, or move one of them.',
        { max: maxHeaderPages },
      ),
    })
  if (place === 'header' && title.length > maxHeaderTitleLength)
    throw invalidFields({
      title: t('Please use at most {max} characters for a page in the header.', {
        max: maxHeaderTitleLength,
      }),
    })
  if (others.length >= maxOwnPages)
    throw invalidFields({
      title: t('There are already {max} pages. Please remove one first.', { max: maxOwnPages }),
    })
}
