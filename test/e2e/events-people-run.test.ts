/** Events that people register for: places and questions, the list at the door without a connection, copies, and ads for later. */
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { shortCode } from '../../src/shared/check-in-code.ts'
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
  postButton,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing, uniqueTitle } from '../support/data/factories.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Who’s going' })
const day = { startDate: '2199-11-01', endDate: '2199-11-01' }
const question = 'What do you bring?'
const registration = JSON.stringify({ questions: [{ text: question, required: true }] })

test('the last place is taken with an answer, and the next person waits', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
}) => {
  const id = await createListing(database, {
    kind: 'event',
    ...day,
    eventDetails: { capacity: 1, registration: registration },
  })
  await signIn({ name: 'Ann Lee' })
  await visit(page, `/event-details/${id}`)
  await expect(panel(page)).toContainText('1 spot left')
  await panel(page).getByRole('button', { name: 'Going', exact: true }).click()
  await expect(panel(page).getByLabel(question)).toBeFocused()
  await panel(page).getByLabel(question).fill('Cake')
  await panel(page).getByRole('button', { name: 'Going', exact: true }).click()
  await expect(panel(page)).toContainText('1 going · full')
  await expect(panel(page).getByRole('img', { name: /^QR code for / })).toHaveJSProperty('complete', true)
  await expectAccessible(page, 'someone with a place')
  await panel(page).getByText('Your answers', { exact: true }).click()
  await panel(page).getByLabel(question).fill('Pie')
  await panel(page).getByRole('button', { name: 'Save answers' }).click()
  await expect(panel(page).getByLabel(question)).toHaveValue('Pie')

  // Without scripts.
  const other = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await signIn({ name: 'Ben Okafor' }, other)
  const second = await other.newPage()
  await second.goto(`/event-details/${id}`)
  await panel(second).getByLabel(question).fill('Tea')
  await panel(second).getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(panel(second)).toContainText('You’re number 1 on the waiting list.')
  await panel(page).getByRole('button', { name: 'Going', exact: true }).click()
  await expect(panel(page).getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  await second.reload()
  await expect(panel(second).getByRole('button', { name: 'Going', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await panel(second).getByText('Your answers', { exact: true }).click()
  await expect(panel(second).getByLabel(question)).toHaveValue('Tea')
  await panel(second).getByRole('button', { name: 'Going', exact: true }).click()
  await expect(panel(second)).toContainText('1 spot left')
})

test.describe('at the door', () => {
  test.use({ serviceWorkers: 'allow' })

  test('people are checked in without a connection, and once', async ({
    page,
    context,
    browser,
    baseURL,
    database,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/net::ERR_INTERNET_DISCONNECTED/)
    const { email } = await signIn({ name: 'Ada Park' })
    const title = uniqueTitle('Flea market')
    const id = await createListing(database, {
      kind: 'event',
      title,
      ...day,
      authorEmail: email,
      eventDetails: { registration: '{"questions": []}' },
    })
    const codes: Record<string, string> = {}
    for (const name of ['Ann Lee', 'Ben Okafor']) {
      const guest = await browser.newContext({ baseURL: baseURL ?? '' })
      await signIn({ name }, guest)
      const reply = await guest.request.put(`/api/event/${id}/attendance`, {
        data: { state: 'going', acceptsRegistration: true },
        headers: { origin: baseURL ?? '' },
      })
      codes[name] = (await reply.json()).dates[0].code
      await guest.close()
    }
    const counted = (text: string, of = page) => expect(of.getByText(text)).toBeVisible()
    await visit(page, `/event-details/${id}`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await panel(page).getByRole('link', { name: 'Check people in' }).click()
    await hydrated(page)
    await counted('0 of 2 people checked in')
    await expectAccessible(page, 'the list at the door')
    const cached = () =>
      page.evaluate(async () =>
        (await (await caches.open('pages')).keys()).some(({ url }) => url.endsWith('/check-in')),
      )
    await expect.poll(cached).toBe(true)

    await context.setOffline(true)
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Check in Ann Lee' }).click()
    await expect(page.getByText('Ann Lee is checked in.')).toBeVisible()
    await counted('1 check-in waits for a connection.')
    // Another reload, and the same person again, by the code.
    await page.reload()
    await hydrated(page)
    await counted('1 of 2 people checked in')
    await label(page, 'Name or code').fill(shortCode(codes['Ann Lee'] ?? ''))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Ann Lee is already checked in, since/)).toBeVisible()

    // Meanwhile, on another phone.
    const helper = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: { cookies: await context.cookies(), origins: [] },
    })
    const second = await helper.newPage()
    // A site that is busy asks visitors to come back.
    await expect(async () =>
      expect((await visit(second, `/event-details/${id}/check-in`))?.status()).toBe(200),
    ).toPass()
    await second.getByRole('button', { name: 'Check in Ann Lee' }).click()
    await second.getByRole('button', { name: 'Check in Ben Okafor' }).click()
    await counted('2 of 2 people checked in', second)
    const times = async () =>
      (
        await sql<{
          checked_in: string
        }>`select checked_in from attendance where listing_id = ${id} order by 1`.execute(database.kysely)
      ).rows.map(({ checked_in }) => checked_in)
    await expect.poll(times).not.toContain(null)
    const before = await times()

    await context.setOffline(false)
    await expect(page.getByText('1 check-in waits for a connection.')).toHaveCount(0, { timeout: 20_000 })
    await page.getByRole('button', { name: 'Refresh the list' }).click()
    await counted('2 of 2 people checked in')
    const keptFor = await page.evaluate((event) => localStorage.getItem(`check-in ${event}`), id)
    expect(JSON.parse(keptFor ?? '{}'), 'the next page does not remove it').toMatchObject({ user: email })
    const after = await times()
    // The first check-in counts: hers was earlier than that of the other phone.
    expect(after).toHaveLength(2)
    expect(String(after[0]) < String(before[0])).toBe(true)
    expect(after[1]).toBe(before[1])

    // Nor does anyone see it whom the server does not know, on a page that is not from the browser.
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('check-in ')))
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.goto(`/event-details/${id}/check-in`)
    await expect(page.getByText('The list of who has registered is for the organizer.')).toBeVisible()
    await expect.poll(kept).toEqual([])
    await context.addCookies(cookies)

    // Nothing stays when the organizer signs out.
    await visit(page, `/event-details/${id}/check-in`)
    await page.getByRole('banner').getByLabel('Your menu').click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await page.goto(`/event-details/${id}/check-in`)
    await expect(page.getByText('The list of who has registered is for the organizer.')).toBeVisible()
  })
})

test('an ad is duplicated, and an event gets other dates', async ({ page, signIn, database }) => {
  const { email } = await signIn()
  const title = uniqueTitle('Flea market')
  const id = await createListing(database, {
    kind: 'event',
    title,
    ...day,
    authorEmail: email,
    eventDetails: { venue_name: 'Town hall' },
  })
  await visit(page, '/my-events')
  await page.getByRole('link', { name: `Duplicate ${title}` }).click()
  await hydrated(page)
  await expect(page.getByText('Filled in from your other event.')).toBeVisible()
  await expect(label(page, 'Title')).toHaveValue(title)
  await expect(label(page, 'Start Date')).toHaveValue('')
  await expect(page.locator('[name="venue.name"]')).toHaveValue('Town hall')
  await label(page, 'Start Date').fill('2198-05-04')
  await label(page, 'End Date').fill('2198-05-04')
  await choosePictures(page, ['small.jpg'])
  await expectUploaded(page, 1)
  await button(page, postButton.event).click()
  await expect(page).toHaveURL(/posted=/)
  await expect(page.getByRole('heading', { name: title })).toHaveCount(2)
  await visit(page, `/event-details/${id}`)
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeVisible()
})

test('an ad is scheduled, changed, and published', async ({
  page,
  browser,
  baseURL,
  signIn,
  allowStatus,
}) => {
  await signIn()
  const title = uniqueTitle('Piano lessons')
  await openForm(page, 'service')
  await fillForm(page, 'service', { Title: title })
  await page.getByText('Publish later').click()
  await label(page, 'Day and Time').fill('2020-01-01T09:00')
  allowStatus(400)
  await button(page, postButton.service).click()
  await expect(page.getByText('This time has passed.')).toBeVisible()
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await label(page, 'Day and Time').fill(`${later}T09:00`)
  await button(page, postButton.service).click()
  await expectToast(page, /^Scheduled. It goes live on .+, 9:00 AM\.$/)
  const row = page.getByRole('main').getByRole('listitem')
  await expect(row.filter({ hasText: 'Scheduled for' })).toHaveCount(1)
  await row.getByRole('link', { name: `View ${title}` }).click()
  await expect(page.getByText(/^Scheduled for .+, 9:00 AM/)).toBeVisible()
  await expectAccessible(page, 'a scheduled ad')
  const visitor = await browser.newContext({ baseURL: baseURL ?? '' })
  const seen = async () => (await visitor.request.get(new URL(page.url()).pathname)).status()
  expect(await seen()).toBe(404)
  await label(page, 'Goes live on').fill(`${later}T17:30`)
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText(/^Scheduled for .+, 5:30 PM/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, 'Your ad is live.')
  await expect(page.getByText('This is your ad.')).toBeVisible()
  expect(await seen()).toBe(200)
})
