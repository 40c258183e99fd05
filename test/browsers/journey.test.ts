/** The journey in Firefox and in WebKitGTK. The tests of `test/e2e` only run in Chromium. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../support/checks/emails.ts'
import { writePictures } from '../support/data/pictures.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { type Person, steps } from './journey.ts'
import { createPage } from './page.ts'
import { startWatchedSite, type WatchedSite } from './watched-site.ts'
import { startWebKit } from './webkit.ts'

let site: WatchedSite
let pictures: string
beforeAll(async () => {
  site = await startWatchedSite()
  pictures = await mkdtemp(join(tmpdir(), 'corkboard-browsers-'))
})
afterAll(async () => {
  await site?.stop()
  await rm(pictures, { recursive: true, force: true })
})

const browsers = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKitGTK', start: startWebKit },
]

describe.each(browsers)('$name', ({ name, start }) => {
  let driver: Driver
  let person: Person
  let failed = false
  beforeAll(async () => {
    driver = await start()
    const [photo = ''] = await writePictures(pictures, ['photo.jpg'])
    const email = `${name.toLowerCase()}@example.com`
    person = { page: createPage(driver, site), email, folder: site.folder, photo }
  })
  afterAll(() => driver?.close())

  test('a console error, a page error, and a failed request are noticed', async () => {
    await person.page.goto('/cookies')
    expect(await person.page.takeProblems()).toEqual([])
    await driver.evaluate(() => {
      console.error('console trouble')
      setTimeout(() => {
        throw new Error('page trouble')
      })
      // The next page may cancel it.
      fetch('/missing-file.js').catch(() => {})
    })
    const noticed: string[] = []
    for (const problem of ['console trouble', 'page trouble', '404'])
      await waitFor(problem, async () => {
        noticed.push(...(await person.page.takeProblems()))
        return noticed.find((text) => text.includes(problem))
      })
  })

  test.for(Object.entries(steps))('%s', async ([, run], { skip }) => {
    // Each step starts where the previous one ended.
    skip(failed, 'An earlier step failed.')
    failed = true
    await run(person)
    expect(await person.page.takeProblems()).toEqual([])
    failed = false
  })
})
