/** An event with a venue, a link, and kinds of tickets: the form, before hydration and with errors, and the ad. */
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { listings } from '../../src/shared/messages/forms.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { holdCode, hydrated, visit } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  expectUploaded,
  fillForm,
  label,
} from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser, insertSession } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'
import { siteSecret } from '../support/site/site-secret.ts'

test('posts an event with a venue and tickets, and edits it', async ({ page, signIn, database, browser }) => {
  await signIn()
  await createListing(database, {
    kind: 'event',
    authorEmail: 'hall@example.com',
    eventDetails: { venue_name: 'Barton Hall', venue_address: '12 Main Street', venue_postal_code: '78704' },
  })
  // Scripts arrive after the user has chosen and typed.
  const release = await holdCode(page)
  await page.goto('/post-events', { waitUntil: 'commit' })
  const tickets = page.locator('details:has(> summary:has-text("Tickets"))')
  const where = page.locator('details').filter({ has: page.getByText('Venue', { exact: true }) })
  await expect(label(page, 'Ticket Prices')).toBeHidden()
  await tickets.locator('> summary').click()
  await label(page, 'Ticket Prices').selectOption('Several kinds of tickets')
  await label(page, 'Capacity').fill('lots')
  await where.locator('summary').click()
  await label(page, 'Attendance').selectOption('Online')
  await page.getByText('Add times').click()
  await label(page, 'Start Time').fill('19:30')
  await label(page, 'Repeats').selectOption('Weekly')
  release()
  await hydrated(page)
  await expect(label(page, 'Ticket Prices')).toHaveValue('types')
  await expect(label(page, 'Capacity')).toHaveValue('lots')
  await expect(label(page, 'Attendance')).toHaveValue('online')
  await expect(label(page, 'Start Time')).toHaveValue('19:30')
  await expect(label(page, 'Repeats')).toHaveValue('weekly')
  // What depends on them follows.
  await expect(page.getByRole('group', { name: 'Ticket 2' })).toBeVisible()
  await expect(label(page, 'Online Link')).toBeVisible()
  await expect(label(page, 'Venue Name')).toBeHidden()
  await expect(label(page, 'Repeat Every (weeks)')).toBeVisible()
  await label(page, 'Repeats').selectOption('Does not repeat')
  await label(page, 'Attendance').selectOption('In person')
  await choosePictures(page, ['picture.webp'])
  await fillForm(page, 'event', { Price: '' })

  // The price of the event is the lowest one.
  await expect(label(page, 'Price')).toHaveAttribute('readonly')
  const row = (number: number) => page.getByRole('group', { name: `Ticket ${number}` })
  for (const [number, name, price] of [
    [1, 'Adults', '$20'],
    [2, 'Children', '7.50'],
  ] as const) {
    await row(number).getByLabel('Ticket Name').fill(name)
    await row(number).getByLabel('Ticket Price').fill(price)
  }
  await expect(label(page, 'Price')).toHaveValue('7.50')
  await page.getByRole('button', { name: 'Add a ticket' }).click()
  await page.getByRole('button', { name: 'Remove ticket 3' }).click()
  await expect(row(3)).toHaveCount(0)

  // A venue that was used before in this town.
  await label(page, 'Venue Name').fill('Barton')
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'Barton Hall')
  await label(page, 'Venue Name').fill('Barton Hall')
  await expect(label(page, 'Street Address')).toHaveValue('12 Main Street')
  await expect(label(page, 'ZIP or Postal Code')).toHaveValue('78704')
  await label(page, 'Attendance').selectOption('In person and online')
  await expect(label(page, 'Latitude')).toHaveCount(0)
  await label(page, 'Online Link').fill('meet')
  await expectAccessible(page, 'the open sections')

  // Errors open the section that they are in.
  await expectUploaded(page, 1)
  for (const section of [where, tickets]) await section.locator('> summary').click()
  await button(page, 'Post Event').click()
  await expect(label(page, 'Online Link')).toBeFocused()
  await expect(tickets.getByText('Please enter the capacity as a whole number')).toBeVisible()
  await label(page, 'Online Link').fill('https://meet.example.com/room')
  await label(page, 'Capacity').fill('1,200')

  // A draft keeps all of it.
  await page.reload()
  await hydrated(page)
  await expect(row(2).getByLabel('Ticket Name')).toHaveValue('Children')
  await expect(label(page, 'Online Link')).toHaveValue('https://meet.example.com/room')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('table', { name: 'Tickets' })).toContainText('Children')
  await expect(preview.getByText('Barton Hall, Austin, Texas', { exact: false }).first()).toBeVisible()
  await preview.getByRole('button', { name: 'Back to the form' }).click()
  await button(page, 'Post Event').click()
  await expectToast(page, listings.event.posted)

  await page.getByRole('link', { name: 'View ad' }).click()
  const main = page.getByRole('main')
  for (const text of [
    '$7.50\u00a0– $20',
    'Barton Hall',
    '12 Main Street',
    'Austin, Texas 78704',
    '1,200 spots',
  ])
    await expect(main).toContainText(text)
  await expect(main.getByRole('link', { name: 'Join online' })).toHaveAttribute(
    'href',
    'https://meet.example.com/room',
  )
  const id = page.url().split('/').at(-1)
  await expectAccessible(page, 'the ad')

  const visitor = await browser.newPage()
  await visitor.goto(page.url())
  await expect(visitor.getByRole('main')).toContainText('Sign in to see the link.')
  await visitor.close()

  await page.goto(`/event-update/${id}`)
  await hydrated(page)
  await row(1).getByLabel('Sold out').check()
  await label(page, 'How to Find It').fill('Side entrance')
  await label(page, 'Availability').selectOption('Available')
  await button(page, 'Update Event').click()
  await expectToast(page, listings.event.updated)
  await page.goto(`/event-details/${id}`)
  await expect(page.getByRole('row', { name: /Adults/ })).toContainText('Sold out')
  await expect(main).toContainText('Side entrance')
})

test.describe('with an operator’s style of maps', () => {
  const styleUrl = 'https://maps.example.org/style.json'
  const style = { version: 8, sources: {}, layers: [] }

  test('puts the pin of a venue on a map, by keyboard', async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route(styleUrl, (route) =>
      route.fulfill({ json: style, headers: { 'access-control-allow-origin': '*' } }),
    )
    const server = process.env.E2E_DATABASE ?? ''
    const name = `maps_${randomBytes(4).toString('hex')}`
    await administer(server, `create database ${name}`)
    const site = await startSite({
      databaseUrl: databaseAt(server, name),
      demo: false,
      settings: { SECRET: siteSecret, MAP_STYLE_URL: styleUrl },
    })
    const database = openDatabase({
      connectionString: databaseAt(server, name),
      timeZone: 'UTC',
      log: silentLog,
      connections: 1,
    })
    const { email } = await createUser(database)
    const session = await insertSession(database, email)
    await database.close()
    await context.addCookies([{ ...session, url: site.url, httpOnly: true, sameSite: 'Lax' }])

    await visit(page, `${site.url}/post-events`)
    await page.getByText('Venue', { exact: true }).click()
    await label(page, 'Latitude').fill('30.26')
    await button(page, 'Post Event').click()
    await expect(label(page, 'Latitude')).toHaveAccessibleDescription(/both the latitude and the longitude/)
    await label(page, 'Longitude').fill('-97.74')
    await page.getByRole('button', { name: 'Choose on a map' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose the place' })
    await expect(dialog.getByRole('status')).toHaveText('30.26000, -97.74000')
    await dialog.locator('canvas').focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('status')).not.toHaveText('30.26000, -97.74000')
    await expectAccessible(page, 'the map')
    await dialog.getByRole('button', { name: 'Use this place' }).click()
    await expect(label(page, 'Longitude')).toHaveValue(/^-97\.7[0-3]/)
    await expect(label(page, 'Latitude')).toHaveValue(/^30\.26/)
    await context.close()
    await site.stop()
    await administer(server, `drop database ${name} with (force)`)
  })
})
