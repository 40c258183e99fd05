/** Pages keep their layout with very long words, stacked diacritics, and right-to-left text. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

const marks = '\u0302\u0316\u0334'
const texts = [
  { what: 'endless words', title: 'W'.repeat(120), description: 'x'.repeat(2_000) },
  {
    what: 'stacked diacritics',
    title: `Z${marks.repeat(38)}algo`,
    description: `a${marks.repeat(3_300)} night`,
  },
  {
    what: 'right-to-left text',
    title: 'שיעורי פסנתר למתחילים בכל הגילאים',
    description: 'أقدم دروس البيانو للمبتدئين.\nLessons in English too.',
  },
  {
    what: 'text with direction overrides',
    title: '\u202eecivres doog a',
    description: '\u202e\u202bwonk ot tnaw uoy gnihtyrevE',
  },
]

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [index, { what, title, description }] of texts.entries()) {
  test(
    `cards, pages, and own lists contain ${what}`,
    slowJourneyUnless(index === 0),
    async ({ page, signIn, database }) => {
      const { email } = await signIn()
      const place = { state: 'Vermont', city: 'Burlington' }
      const id = await createListing(database, { authorEmail: email, title, description, ...place })
      for (const [path, name] of [
        [`/state/Vermont?page=1&from=${index}`, 'h3'],
        [`/ad-details/${id}`, 'h1'],
        ['/my-services', 'h2'],
      ] as const) {
        await visit(page, path)
        const heading = page
          .getByRole('main')
          .locator(name)
          .filter({ hasText: title.slice(0, 4) })
          .first()
        await expect(heading).toHaveAttribute('dir', 'auto')
        // Text that overflows its lines is clipped, so it does not cover other elements.
        await expect(heading).toHaveCSS('overflow', 'clip')
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await overflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
    },
  )
}

test('a card does not contain thousands of diacritics', { tag: '@slow' }, async ({ page, database }) => {
  await createListing(database, { state: 'Maine', city: 'Portland', description: `a${marks.repeat(3_300)}` })
  const html = await (await page.request.get('/state/Maine')).text()
  expect(html).toContain(`a${marks}`)
  expect(html).not.toContain(marks.repeat(20))
})

test('each paragraph of a description has its own direction', async ({ page, database }) => {
  const description = 'أقدم دروس البيانو للمبتدئين.\nLessons in English too.'
  const id = await createListing(database, { description })
  await visit(page, `/ad-details/${id}`)
  const lines = await page.getByText('Lessons in English too.').evaluate((paragraph) => {
    const text = paragraph.firstChild as Text
    const line = (from: number, to: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return range.getBoundingClientRect()
    }
    const end = text.data.indexOf('\n')
    const box = paragraph.getBoundingClientRect()
    return {
      arabicAtTheRight: Math.round(box.right - line(0, end).right),
      englishAtTheLeft: Math.round(line(end + 1, text.length).left - box.left),
    }
  })
  expect(lines).toEqual({ arabicAtTheRight: 0, englishAtTheLeft: 0 })
})

test('web addresses in a description are links, and long ones and emails break between their parts', {
  tag: '@slow',
}, async ({ page, database }) => {
  const long = `https://example.org/${'a-long-path/'.repeat(20)}?x=1`
  const description = `See https://example.org/a?b=c&d, or <b>javascript:alert(1)</b> ${long}`
  const id = await createListing(database, {
    description,
    authorEmail: 'lessons-in-austin@a-very-long-host.example.com',
  })
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page, `/ad-details/${id}`)
  const section = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: /^Description/ })
    .first()
  const links = section.getByRole('link')
  await expect(links).toHaveText(['https://example.org/a?b=c&d', long])
  await expect(links.first()).toHaveAttribute('href', 'https://example.org/a?b=c&d')
  await expect(links.first()).toHaveAttribute('rel', 'noopener nofollow ugc')
  await expect(section).toContainText('<b>javascript:alert(1)</b>')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // The end of the email is on one line.
  const email = page.getByText('lessons-in-austin@a-very-long-host.example.com').first()
  expect(await email.evaluate((element) => element.innerHTML)).toContain('<wbr>.com')
})

test('links of an ad lead only where they say', async ({ page, database }) => {
  const id = await createListing(database, {
    phone: '(512) 555-0100 ext. 3, or at the bakery',
    description: 'See https://example.org/a?b=c&d, or <a href="//evil.example">javascript:alert(1)</a>',
  })
  await sql`update listing set facebook = 'https://facebook.com@evil.example', instagram = 'https://instagram.com/piano',
    business_email = 'piano+ads@example.org' where id = ${id}`.execute(database.kysely)
  await visit(page, `/ad-details/${id}`)
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await expect(panel.getByText('Facebook')).toHaveCount(0)
  await expect(page.locator('[href*="evil.example"], [href^="javascript:"]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'https://example.org/a?b=c&d' })).toHaveAttribute(
    'rel',
    'noopener nofollow ugc',
  )
  await expect(panel.getByRole('link', { name: /^Instagram/ })).toHaveAttribute(
    'href',
    'https://instagram.com/piano',
  )
  await expect(panel.getByRole('link', { name: /^Business Email/ })).toHaveAttribute(
    'href',
    /^mailto:piano%2Bads@example\.org\?subject=/,
  )
  await expect(panel.getByRole('link', { name: /^Phone/ })).toHaveAttribute('href', 'tel:5125550100')
  await expect(panel.getByText('(512) 555-0100 ext. 3, or at the bakery')).toBeVisible()
})

test('a phone without a number is shown without a link', { tag: '@slow' }, async ({ page, database }) => {
  const id = await createListing(database, { phone: 'Ask at the bakery' })
  await visit(page, `/ad-details/${id}`)
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await expect(panel.getByText('Ask at the bakery')).toBeVisible()
  await expect(panel.getByRole('link', { name: /Phone/ })).toHaveCount(0)
})
