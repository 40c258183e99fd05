/** Reads a page's head and structured data in the browser. */
import { expect, type Page } from '@playwright/test'

export type PageHead = {
  title: string
  canonical: string[]
  metas: Record<string, string[]>
  structuredData: Record<string, unknown>[]
}

/** Returns the document's title, links, meta tags, and structured data. */
export const readHead = (page: Page): Promise<PageHead> =>
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
      structuredData: [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
        JSON.parse(script.textContent),
      ),
    }
  })

export const findStructuredData = ({ structuredData }: PageHead, type: string) =>
  structuredData.find((item) => item['@type'] === type)

/** Asserts that an indexed page has each required tag exactly once. Returns its head. */
export async function expectCompleteHead(page: Page): Promise<PageHead> {
  const head = await readHead(page)
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
