/** A site with an external image host: the form uploads pictures there, without cookies. */
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { listings, pictures } from '../../src/shared/messages/forms.ts'
import { test as journey } from '../support/browser/journey.ts'
import {
  button,
  choosePictures,
  expectToast,
  fillForm,
  openForm,
  tiles,
} from '../support/browser/posting-form.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'
import { type ImageHost, startImageHost } from './image-host.ts'

const test = journey.extend<object, { hosted: { url: string; databaseUrl: string; host: ImageHost } }>({
  hosted: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `hosted_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const databaseUrl = databaseAt(server, name)
      const host = await startImageHost()
      const site = await startSite({
        databaseUrl,
        demo: false,
        settings: {
          IMAGE_UPLOAD_URL: host.uploadUrl,
          IMAGE_UPLOAD_PRESET: 'neighborhood',
          IMAGE_DELIVERY_URL: host.deliveryUrl,
        },
      })
      await use({ url: site.url, databaseUrl, host })
      await site.stop()
      await host.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ hosted }, use) => use(hosted.url),
})

test('uploads pictures to the image host without cookies, and shows them from there', {
  tag: '@slow',
}, async ({ page, hosted: { url, databaseUrl, host }, allowConsole }) => {
  allowConsole(RegExp(`request to another host: ${new URL(host.uploadUrl).origin}/`))
  const database = openDatabase({
    connectionString: databaseUrl,
    timeZone: 'UTC',
    log: silentLog,
    connections: 1,
  })
  const { email } = await createUser(database)
  await database.close()
  await page.request.post('/api/auth/sign-in/email', {
    data: { email, password: goodPassword },
    headers: { origin: url },
  })
  await openForm(page, 'service')
  await choosePictures(page, ['phone.jpg', 'small.jpg'])
  await expectToast(page, pictures.uploaded)
  await expect(tiles(page)).toHaveCount(2)
  expect(host.received).toEqual([
    { fields: { upload_preset: 'neighborhood', folder: 'ads' }, fileName: 'phone.jpg', cookie: undefined },
    { fields: { upload_preset: 'neighborhood', folder: 'ads' }, fileName: 'small.jpg', cookie: undefined },
  ])
  await fillForm(page, 'service')
  await button(page, 'Post Service').click()
  await expectToast(page, listings.service.posted)
  const [service] = await (await page.request.get('/api/servicesbyauser')).json()
  expect(service.images).toEqual([`${host.deliveryUrl}1.gif`, `${host.deliveryUrl}2.gif`])
  await page.getByRole('link', { name: 'View ad' }).click()
  await expect(page.getByRole('main').locator(`img[src="${host.deliveryUrl}1.gif"]`)).not.toHaveJSProperty(
    'naturalWidth',
    0,
  )
})
