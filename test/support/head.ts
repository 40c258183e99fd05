/** What a page's head says, and its structured data, as a browser has it. */
import { expect, type Page } from '@playwright/test'

export type Told = {
  title: string
  canonical: string[]
  metas: Record<string, string[]>
  things: Record<string, unknown>[]
}

/** All that the document's head says, and the structured data of the page. */
export const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const metas: Record<string, string[]> = {}
    for (const meta of document.head.querySelectorAll('meta[name], meta[property]')) {
      const name = meta.getAttribute('name') ?? meta.getAttribute('property') ?? ''
      metas[name] = [...(metas[name] ?? []), meta.getAttribute('content') ?? '']
    }
    return {
      title: document.title,
      canonical: [...document.querySelectorAll('link[rel=canonical]')].map(
        (link) => (link as HTMLLinkElement).href,
      ),
      metas,
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
        JSON.parse(script.textContent),
      ),
    }
  })

export const thingOf = ({ things }: Told, type: string) => things.find((thing) => thing['@type'] === type)

/** What every page that is to be found says once, and only once. */
export async function expectWhole(page: Page): Promise<Told> {
  const head = await told(page)
  const { metas } = head
  expect(head.canonical).toHaveLength(1)
  for (const name of [
    ...[
      'description',
      'og:title',
      'og:description',
      'og:url',
      'og:image',
      'og:image:alt',
      'og:site_name',
      'og:type',
    ],
    ...['twitter:card', 'twitter:title', 'twitter:description', 'twitter:image'],
  ]) {
    expect(metas[name], name).toHaveLength(1)
    expect(metas[name]?.[0]?.trim(), name).not.toBe('')
  }
  expect(metas['og:url']).toEqual(head.canonical)
  const characters = [...(metas.description?.[0] ?? '')].length
  expect(characters).toBeGreaterThan(25)
  expect(characters).toBeLessThanOrEqual(201)
  return head
}
