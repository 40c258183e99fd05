/** What every journey starts from: a browser whose complaints fail the test, and the sites it may visit. */
import { randomBytes } from 'node:crypto'
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { type Api, createApi, fetchTransport } from '../../src/shared/api-client.ts'
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy.ts'
import { administer, databaseAt } from './databases.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts'
import { freePort, startSite } from './site.ts'

type OfTest = {
  /** Says which console message the test itself provokes. */
  allowConsole: (expected: RegExp) => void
  /** Says that the test provokes this status of a page or a call; files must be there all the same. */
  allowStatus: (status: number) => void
  /** The calls of the site that the test visits, to learn what a screen should show. */
  api: Api
  /** Between the cuttable site and its database; mended when the test is over. */
  databaseLink: BreakableProxy
}
/** A site with a mail server of its own, and with Google and the town hall for its providers. */
type AccountSite = { url: string; databaseUrl: string; mail: MailServer; provider: OpenIdProvider }
type OfWorker = {
  accountSite: AccountSite

  /** A site where nobody has posted yet. */
  emptySite: string
  /** The demo once more, over a connection to the database that can be cut. */
  cuttableSite: { url: string; link: BreakableProxy }
}

export const test = base.extend<OfTest, OfWorker>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
  baseURL: async ({}, use) => use(process.env.E2E_SITE),

  allowConsole: [
    async ({ context, baseURL }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => complaints.push(...complaintOf(message)))
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack}`))
      context.on('request', (request) => complaints.push(...strangerOf(request, baseURL ?? '')))
      await use((expected) => allowed.push(expected))
      const unexpected = complaints.filter((text) => !allowed.some((expected) => expected.test(text)))
      expect(unexpected, 'console messages, page errors and requests to other hosts').toEqual([])
    },
    { auto: true },
  ],

  allowStatus: async ({ allowConsole }, use) => {
    await use((status) => allowConsole(RegExp(`status of ${status} .*//[^/]+/(?!assets/|demo-pictures/)`)))
  },

  api: async ({ baseURL }, use) => {
    await use(createApi(fetchTransport((path, options) => fetch(new URL(String(path), baseURL), options))))
  },

  emptySite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `empty_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const site = await startSite({ databaseUrl: databaseAt(server, name), demo: false })
      await use(site.url)
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  cuttableSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const database = new URL(process.env.E2E_DATABASE ?? '')
      const link = await openBreakableProxy({ host: database.hostname, port: Number(database.port) })
      database.port = String(link.port)
      const site = await startSite({ databaseUrl: database.href })
      await use({ url: site.url, link })
      await site.stop()
      await link.cut()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  accountSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `accounts_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const port = await freePort()
      const mail = await startMailServer()
      const provider = await startOpenIdProvider(`http://localhost:${port}`)
      const { clientId, clientSecret, issuer } = provider
      const databaseUrl = databaseAt(server, name)
      const site = await startSite({
        databaseUrl,
        smtpUrl: mail.url,
        port,
        settings: {
          GOOGLE_CLIENT_ID: clientId,
          GOOGLE_CLIENT_SECRET: clientSecret,
          GOOGLE_ISSUER: issuer,
          OIDC_CLIENT_ID: clientId,
          OIDC_CLIENT_SECRET: clientSecret,
          OIDC_ISSUER: issuer,
          OIDC_NAME: 'Town Hall',
        },
      })
      await use({ url: site.url, databaseUrl, mail, provider })
      await site.stop()
      await provider.stop()
      await mail.close()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  databaseLink: async ({ cuttableSite }, use) => {
    await use(cuttableSite.link)
    await cuttableSite.link.restore()
  },
})

/** Said by Playwright in the page's name, as most tests go without the service worker. */
const ofPlaywright = 'Service Worker registration blocked by Playwright'

function complaintOf(message: ConsoleMessage): string[] {
  if (!['error', 'warning'].includes(message.type()) || message.text() === ofPlaywright) return []
  return [`console ${message.type()}: ${message.text()} (${message.location().url})`]
}

function strangerOf(request: Request, site: string): string[] {
  const { protocol, origin } = new URL(request.url())
  const leaves = /^(https?|wss?):$/.test(protocol) && origin !== new URL(site).origin
  return leaves ? [`request to another host: ${request.url()}`] : []
}

/** Opens an address and waits until the page's scripts have taken over. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

/** React marks the elements that it has taken over; nothing that a visitor sees tells it on every page. */
export async function hydrated(page: Page) {
  const taken = () =>
    page.locator('main').evaluate((main) => Object.keys(main).some((key) => key.startsWith('__react')))
  await expect.poll(taken, 'the page hydrates').toBe(true)
}
