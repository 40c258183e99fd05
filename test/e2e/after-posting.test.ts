/** The page after posting: what to do with the new ad. */
import { expect, type Page } from '@playwright/test'
import { listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/accessible.ts'
import { createListing, setStatus } from '../support/factories.ts'
import { visit } from '../support/journey.ts'
import { readPdf } from '../support/pdf.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  openForm,
  ownPage,
  postButton,
  postedPage,
} from '../support/posting-form.ts'
import { test } from '../support/signed-in.ts'
import { slowJourneyUnless } from '../support/slow.ts'

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

const kinds = ['service', 'event'] as const
const heading = { service: 'Your service is live', event: 'Your event is live' }
const details = { service: '/ad-details/', event: '/event-details/' }

for (const kind of kinds) {
  test(
    `a posted ${kind} can be viewed, shared, printed, and found in the own list`,
    slowJourneyUnless(kind === 'service'),
    async ({ page, context, signIn }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn()
      await openForm(page, kind)
      await choosePictures(page, ['small.jpg'])
      await fillForm(page, kind)
      await expectUploaded(page, 1)
      await button(page, postButton[kind]).click()
      await expectToast(page, listings[kind].posted)
      await expect(page).toHaveURL(postedPage[kind])
      await expect(page).toHaveTitle(`${heading[kind]} | Corkboard`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[kind])
      await expect(page.getByRole('article')).toContainText('$42.50')
      await expectAccessible(page, `after posting a ${kind}`)

      const id = page.url().split('/').at(-1)
      const path = `${details[kind]}${id}`
      await button(page, 'Share').click()
      await expectToast(page, 'Link copied.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href)

      const flyer = await page.request.get((await link(page, 'Print a flyer').getAttribute('href')) ?? '')
      expect(flyer.headers()['content-type']).toBe('application/pdf')
      const { pages, text, code } = await readPdf(await flyer.body())
      expect({ pages, code }).toEqual({ pages: 1, code: new URL(path, page.url()).href })
      expect(text.replace(/\s+/g, ' ')).toContain('Piano lessons for beginners')

      await link(page, 'View ad').click()
      await expect(page).toHaveURL(path)
      await page.goBack()
      await link(page, kind === 'service' ? 'My Services' : 'My Events').click()
      await expect(page).toHaveURL(ownPage[kind])
    },
  )

  test(
    `the page of a posted ${kind} leads others, and the author of a hidden one, to the ad`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      const { email } = await signIn()
      const ofOther = await createListing(database, { kind })
      await visit(page, `/${kind}-posted/${ofOther}`)
      await expect(page).toHaveURL(`${details[kind]}${ofOther}`)
      const own = await createListing(database, { kind, authorEmail: email })
      await setStatus(database, own, 'hidden')
      await visit(page, `/${kind}-posted/${own}`)
      await expect(page).toHaveURL(`${details[kind]}${own}`)
    },
  )
}

test('the page fits phones', async ({ page, signIn, database }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { email } = await signIn()
  const id = await createListing(database, { authorEmail: email, title: 'W'.repeat(120) })
  await visit(page, `/service-posted/${id}`)
  await expect(link(page, 'View ad')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
