/** Saved searches in the browser: from a list, through signing in, to an email and its link; without scripts. */
import { createECDH, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { createUser } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'

const notifyMe = (page: Page) => page.getByRole('link', { name: 'Notify me about new ads' })
const saved = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a visitor saves a search after signing in, gets an email about a new ad, and stops it', async ({
  page,
  database,
  signIn,
  accountSite,
}) => {
  await visit(page, '/all-services?searchtext=accordion&country=United+States&state=Texas&price_max=60')
  await notifyMe(page).click()
  await expect(page).toHaveURL(/\/signin\?to=/)
  const back = new URL(page.url()).searchParams.get('to') ?? ''
  const { email } = await signIn()
  await visit(page, back)
  await expect(page.getByLabel('Name')).toHaveValue('accordion in Texas, Up to $60')
  await expectAccessible(page, 'the form')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page).toHaveURL(/\/saved-searches/)
  await expect(saved(page)).toContainText('accordion in Texas, Up to $60')

  await createListing(database, {
    title: 'Accordion lessons',
    price: 40,
    posted: new Date().toISOString(),
  })
  const { subject, links } = await accountSite.mail.waitForEmail(email, /New/)
  expect(subject).toBe('New: Accordion lessons on Corkboard')
  await visit(page, links.find((link) => link.includes('/unsubscribe')) ?? '')
  await expect(page.getByText('New ads for “accordion in Texas')).toBeVisible()
  await expectAccessible(page, 'the page that stops emails')
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByText('You won’t get these emails anymore')).toBeVisible()

  await visit(page, '/saved-searches')
  await expect(saved(page)).toContainText('Services · Paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(saved(page)).toContainText('Services · Immediately')
  await page.getByText('Change name or frequency').click()
  await page.getByLabel('Name').fill('Squeezeboxes')
  await page.getByLabel('How often').selectOption('weekly')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved(page)).toContainText('Services · Once a week')
  await expectAccessible(page, 'the saved searches')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
})

test('a visitor follows a seller from their page after signing in, and a venue from that of an event without scripts', async ({
  page,
  browser,
  baseURL,
  database,
  signIn,
  accountSite,
}) => {
  const seller = await createUser(database, { name: 'Rosa Delgado' })
  const event = await createListing(database, {
    kind: 'event',
    title: 'Open stage',
    authorEmail: seller.email,
    startDate: '2037-01-05',
    endDate: '2037-01-05',
    eventDetails: { venue_name: 'The Blue Hall' },
  })
  await visit(page, `/event-details/${event}`)
  await page.getByRole('region', { name: 'Posted by' }).getByRole('link', { name: 'Rosa Delgado' }).click()
  await page.getByRole('link', { name: 'Follow Rosa Delgado' }).click()
  await expect(page).toHaveURL(/\/signin\?to=/)
  const back = new URL(page.url()).searchParams.get('to') ?? ''
  const { email } = await signIn()
  await visit(page, back)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow Rosa Delgado')
  await expectAccessible(page, 'the form')
  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(saved(page)).toContainText(['Ads of Rosa Delgado', 'Ads of Rosa Delgado'])

  const plain = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(`/event-details/${event}`)
  await plainPage.getByRole('link', { name: 'Follow The Blue Hall' }).click()
  await plainPage.getByRole('button', { name: 'Follow' }).click()
  await expect(saved(plainPage)).toContainText(['Events at The Blue Hall', 'Rosa Delgado', 'Rosa Delgado'])
  await plain.close()

  await createListing(database, {
    title: 'Gutter cleaning',
    authorEmail: seller.email,
    posted: new Date().toISOString(),
  })
  const { subject, links } = await accountSite.mail.waitForEmail(email, /New/)
  expect(subject).toBe('New: Gutter cleaning on Corkboard')
  const path = links.find((link) => link.includes('/seller/')) ?? ''
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Delgado')
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the first visit can turn on notifications, which stay on, and turn them off', async ({
    page,
    baseURL,
    database,
    signIn,
  }) => {
    const { email } = await signIn()
    // The browser of the tests blocks notifications, and has no push service. This stands in for both, across pages.
    const keys = createECDH('prime256v1')
    await page.addInitScript(
      ([p256dh, auth]) => {
        Object.defineProperty(Notification, 'permission', {
          get: () => localStorage.getItem('permission') ?? 'default',
        })
        Notification.requestPermission = async () => {
          localStorage.setItem('permission', 'granted')
          return 'granted'
        }
        // Registers the service worker later than the page looks for it, as on a slow connection.
        const { register } = ServiceWorkerContainer.prototype
        ServiceWorkerContainer.prototype.register = async function (...options) {
          await new Promise((resolve) => addEventListener('register', resolve))
          return register.apply(this, options)
        }
        const endpoint = 'https://push.example.org/send/1'
        const subscription = {
          endpoint,
          toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
          unsubscribe: async () => {
            localStorage.removeItem('subscribed with')
            return true
          },
        } as unknown as PushSubscription
        PushManager.prototype.subscribe = async (options) => {
          localStorage.setItem('subscribed with', String(options?.applicationServerKey))
          return subscription
        }
        PushManager.prototype.getSubscription = async () =>
          localStorage.getItem('subscribed with') ? subscription : null
      },
      [keys.generateKeys('base64url'), randomBytes(16).toString('base64url')],
    )
    const subscriptions = async () =>
      (
        await sql<{ endpoint: string; p256dh: string }>`
          select endpoint, p256dh from push_subscription join profile on profile.id = profile_id
          where profile.email = ${email}`.execute(database.kysely)
      ).rows

    await page.request.post('/api/saved-searches', {
      data: { kind: 'service', name: 'Lutes', frequency: 'daily', filter: { searchtext: 'lute' } },
      headers: { origin: new URL(baseURL ?? '').origin },
    })
    await visit(page, '/saved-searches')
    const turnOn = page.getByRole('button', { name: 'Turn on notifications' })
    await expect(turnOn).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('register')))
    await turnOn.click()
    const turnOff = page.getByRole('button', { name: 'Turn off notifications' })
    await expect(turnOff).toBeEnabled()
    expect(await subscriptions()).toEqual([
      { endpoint: 'https://push.example.org/send/1', p256dh: keys.getPublicKey('base64url') },
    ])
    // An uncompressed point of P-256, in base64url.
    expect(await page.evaluate(() => localStorage.getItem('subscribed with'))).toMatch(/^B[\w-]{86}$/)
    await page.reload()
    await turnOff.click()
    await expect(turnOn).toBeEnabled()
    expect(await subscriptions()).toEqual([])
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('saves, changes, and deletes a search, and chooses emails', async ({ page, signIn }) => {
    await signIn()
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/category/pet-services?tab=events')
    await notifyMe(page).click()
    await page.getByLabel('How often').selectOption('daily')
    await page.getByRole('button', { name: 'Save search' }).click()
    await expect(page.getByText('We’ll tell you about new ads.')).toBeVisible()
    await expect(saved(page)).toContainText('Pet Services')
    await expect(saved(page)).toContainText('Events · Once a day')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(saved(page)).toContainText('Events · Paused')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Search deleted.')).toBeVisible()

    await page.goto('/profile/account')
    await page.getByLabel('Changed events').uncheck()
    await page.locator('#emails').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your choices are saved.')).toBeVisible()
    await expect(page.getByLabel('Changed events')).not.toBeChecked()
    await expect(page.getByLabel('Saved searches')).toBeChecked()
  })
})
