/** Maps with streets, from a file that the operator puts into the data folder. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { namedFlavor } from '@protomaps/basemaps'
import sharp from 'sharp'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { test, visit } from '../support/browser/journey.ts'
import { createListing } from '../support/data/factories.ts'
import { createStreetMap } from '../support/data/street-map.ts'
import { administer, databaseAt } from '../support/site/databases.ts'
import { memoryFolder } from '../support/site/memory-folder.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { startSite } from '../support/site/site.ts'

// The other tests run without WebGL, which is drawn by the processor here.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  },
})

/** Returns the color in a corner of a map, away from its controls. */
async function colorOf(map: Locator): Promise<string> {
  const { data, info } = await sharp(await map.locator('canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (20 * info.width + 20) * info.channels
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

test('shows the streets around a venue, in both color schemes', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-e2e-'))
  await writeFile(join(folder, 'map.pmtiles'), createStreetMap())
  const server = process.env.E2E_DATABASE ?? ''
  const name = `streets_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name}`)
  const site = await startSite({ databaseUrl: databaseAt(server, name), demo: false, folder })
  const database = openDatabase({
    connectionString: databaseAt(server, name),
    timeZone: 'UTC',
    log: silentLog,
    connections: 1,
  })
  const id = await createListing(database, {
    kind: 'event',
    eventDetails: { venue_name: 'Barton Hall', venue_latitude: 30.26, venue_longitude: -97.75 },
  })
  await database.close()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await visit(page, `${site.url}/event-details/${id}`)
    const tiles = page.waitForResponse((response) => response.url().endsWith('.pmtiles'))
    await page.getByRole('button', { name: 'Show on a map' }).click()
    expect((await tiles).status()).toBe(206)
    const map = page.getByRole('region', { name: 'Map of the venue' })
    await expect.poll(() => colorOf(map)).toBe(namedFlavor(scheme).earth)
    await expect(map.locator('.place-pin')).toBeVisible()
    await expect(map.getByRole('link', { name: '© OpenStreetMap' })).toBeAttached()
    // The header covers a part of a page that is scrolled.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page, `the map in ${scheme}`)
  }
  await context.close()
  await site.stop()
  await administer(server, `drop database ${name} with (force)`)
})
