/** The metadata of a listing's page in each of its states. */
import { expect } from '@playwright/test'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { expectCompleteHead, findStructuredData, readHead } from '../support/browser/head.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const place = { state: 'Vermont', city: 'Burlington' }

test('a service has structured data with its price and its place', async ({ page, database }) => {
  const id = await createListing(database, { ...place, title: 'Piano lessons', price: 35.5 })
  await page.goto(`/ad-details/${id}`)
  const head = await expectCompleteHead(page)
  const url = page.url()
  expect(head.metas['og:title']).toEqual(['Piano lessons'])
  expect(head.metas.description?.[0]).toMatch(/^\$35\.50 · Burlington, Vermont, United States\. \S/)
  expect(head.metas['og:image']?.[0]).toMatch(RegExp(`^${new URL(url).origin}/share/${id}\\.jpg\\?v=\\d+$`))
  expect(findStructuredData(head, 'Service')).toMatchObject({
    '@context': 'https://schema.org',
    name: 'Piano lessons',
    url,
    serviceType: expect.stringMatching(/./),
    areaServed: {
      '@type': 'City',
      name: 'Burlington',
      containedInPlace: { '@type': 'State', name: 'Vermont', containedInPlace: { '@type': 'Country' } },
    },
    offers: { '@type': 'Offer', price: '35.50', priceCurrency: 'USD', url },
  })
})

test('an event has all required and most recommended structured data', async ({ page, database }) => {
  const days = { startDate: dayFromNow(3), endDate: dayFromNow(4) }
  for (const soldOut of [false, true]) {
    const id = await createListing(database, {
      ...place,
      ...days,
      kind: 'event',
      title: 'Harvest fair',
      price: 5,
      ...(soldOut && { availability: 'soldout' as const }),
    })
    await page.goto(`/event-details/${id}`)
    const thing = findStructuredData(await expectCompleteHead(page), 'Event')
    expect(thing).toMatchObject({
      name: 'Harvest fair',
      ...days,
      description: expect.stringMatching(/./),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'Burlington, Vermont, United States',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Burlington',
          addressRegion: 'Vermont',
          addressCountry: 'United States',
        },
      },
      offers: {
        '@type': 'Offer',
        price: '5.00',
        priceCurrency: 'USD',
        availability: `https://schema.org/${soldOut ? 'SoldOut' : 'InStock'}`,
        url: page.url(),
        validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    })
  }
})

test('the metadata contains no contact details', async ({ page, database }) => {
  const id = await createListing(database, {
    ...place,
    authorEmail: 'quiet-person@example.com',
    phone: '+1 202 555 0143',
  })
  await page.goto(`/ad-details/${id}`)
  const head = JSON.stringify(await expectCompleteHead(page))
  expect(head).not.toContain('quiet-person')
  expect(head).not.toContain('202 555 0143')
})

for (const [days, indexable] of [
  [29, true],
  [32, false],
] as const) {
  test(
    `an event that ended ${days} days ago has a page and is ${indexable ? 'still' : 'no longer'} indexable`,
    slowJourneyUnless(!indexable),
    async ({ page, database }) => {
      const day = dayFromNow(-days)
      const id = await createListing(database, { ...place, kind: 'event', startDate: day, endDate: day })
      expect((await page.goto(`/event-details/${id}`))?.status()).toBe(200)
      expect((await expectCompleteHead(page)).metas.robots).toEqual(
        indexable ? undefined : ['noindex, follow'],
      )
    },
  )
}

test('a hidden or deleted listing has no metadata for search engines', { tag: '@slow' }, async ({
  page,
  signIn,
  database,
  allowStatus,
}) => {
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, status: 'hidden' })
  await page.goto(`/ad-details/${id}`)
  const { metas, structuredData } = await readHead(page)
  expect(metas.robots).toEqual(['noindex, follow'])
  expect(structuredData.map((thing) => thing['@type'])).toEqual(['BreadcrumbList'])

  allowStatus(410)
  const gone = await createListing(database, { status: 'deleted', title: 'Gone lessons' })
  expect((await page.goto(`/ad-details/${gone}`))?.status()).toBe(410)
  const head = await readHead(page)
  expect([head.canonical, head.structuredData]).toEqual([[], []])
  expect(await page.content()).not.toContain('Gone lessons')
})

test('user text is escaped in the metadata', async ({ page, database }) => {
  const title = `"></title><script>document.title='taken'</script>`
  const description = `</script><script>document.title='taken'</script><!-- \u2028 " onload="x${'\ud83c\udf3f'.repeat(600)}`
  const id = await createListing(database, { ...place, title, description })
  await page.goto(`/ad-details/${id}`)
  const head = await expectCompleteHead(page)
  expect(head.title).toBe(`${title} | ${defaultSettings.name}`)
  expect(head.metas['og:title']).toEqual([title])
  expect(findStructuredData(head, 'Service')).toMatchObject({ name: title })
  expect(String(findStructuredData(head, 'Service')?.description)).toMatch(
    /^<\/script><script>.*[^\ud83c]$/su,
  )
})
