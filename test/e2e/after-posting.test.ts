/** After posting: the user's own list, with what to do with the new ad. */
import { expect, type Page } from '@playwright/test'
import { listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { hydrated, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
  openForm,
  ownPage,
  postButton,
  postedPage,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { readPdf } from '../support/checks/pdf.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing, setStatus } from '../support/data/factories.ts'

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

const kinds = ['service', 'event'] as const
const ownTitle = { service: 'My Services', event: 'My Events' }
const card = (page: Page, kind: (typeof kinds)[number]) =>
  page.getByRole('region', { name: `Your ${kind} is live`, exact: true })
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
      await expect(page).toHaveTitle(`${ownTitle[kind]} | Corkboard`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(ownTitle[kind])
      await expect(card(page, kind)).toContainText('Piano lessons for beginners')
      await expect(page.getByRole('link', { name: 'View Piano lessons for beginners' })).toBeVisible()
      await expect(link(page, `Post another ${kind}`)).toHaveAttribute('href', `/post-${kind}s`)
      await expectAccessible(page, `after posting a ${kind}`)

      const id = new URL(page.url()).searchParams.get('posted')
      const path = `${details[kind]}${id}`
      await page.getByRole('main').getByLabel('Share', { exact: true }).click()
      await button(page, 'Copy link').click()
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
      await link(page, 'Close').click()
      await expect(page).toHaveURL(ownPage[kind])
      await expect(card(page, kind)).toHaveCount(0)
    },
  )

  test(
    `the list of own ${kind}s shows a card for one’s own public ad only`,
    slowJourneyUnless(kind === 'event'),
    async ({ page, signIn, database }) => {
      const { email } = await signIn()
      const own = await createListing(database, { kind, authorEmail: email })
      await visit(page, `${ownPage[kind]}?posted=${own}`)
      await expect(card(page, kind)).toBeVisible()
      await setStatus(database, own, 'hidden')
      const ofOther = await createListing(database, { kind })
      for (const id of [own, ofOther, 'nonsense']) {
        await visit(page, `${ownPage[kind]}?posted=${id}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(ownTitle[kind])
        await expect(card(page, kind)).toHaveCount(0)
      }
    },
  )
}

test('leads on to the draft of another ad', { tag: '@slow' }, async ({ page, context, signIn, database }) => {
  const { email } = await signIn()
  const other = await context.newPage()
  await openForm(other, 'service')
  await label(other, 'Title').fill('Violin lessons')
  await other.close({ runBeforeUnload: true })
  const id = await createListing(database, { authorEmail: email })
  await visit(page, `/my-services?posted=${id}`)
  await link(page, 'Finish your other service').click()
  await expect(label(page, 'Title')).toHaveValue('Violin lessons')
})

test('the card fits phones, and goes with its ad', { tag: '@slow' }, async ({ page, signIn, database }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { email } = await signIn()
  const title = 'W'.repeat(120)
  const id = await createListing(database, { authorEmail: email, title })
  await visit(page, `/my-services?posted=${id}`)
  await expect(link(page, 'View ad')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await hydrated(page)
  await button(page, `Delete ${title}`).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, 'service')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('shows what can be done with a new ad', async ({ page, signIn, database }) => {
    const { email } = await signIn()
    const id = await createListing(database, { authorEmail: email })
    await page.goto(`/my-services?posted=${id}`)
    await expect(link(page, 'View ad')).toHaveAttribute('href', `/ad-details/${id}`)
    await expect(link(page, 'Print a flyer')).toBeVisible()
    await page.getByText('Share', { exact: true }).click()
    await expect(link(page, 'Text message')).toBeVisible()
    await page.getByText('Share', { exact: true }).click()
    await link(page, 'Close').click()
    await expect(page).toHaveURL('/my-services')
  })
})
