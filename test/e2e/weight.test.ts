import { gzipSync } from 'node:zlib'
import { expect, type Response } from '@playwright/test'
import { test } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

const kB = 1000
const maxScript = 130 * kB
const maxHtml = 25 * kB

/** The size with gzip, regardless of the encoding that was negotiated. */
const gzipSize = async (response: Response) => gzipSync(await response.body(), { level: 6 }).length

for (const { screen, find } of screens) {
  test(`${screen} has at most 130 kB of scripts and 25 kB of HTML`, async ({
    page,
    api,
    allowStatus,
  }, testInfo) => {
    const { path, status } = await find(page, api)
    if (status === 404) allowStatus(404)
    const scripts = new Map<string, Response>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response)
    })
    const document = await page.goto(path, { waitUntil: 'networkidle' })
    if (!document) throw new Error('The page did not respond.')

    const html = await gzipSize(document)
    const sizes = await Promise.all([...scripts.values()].map(gzipSize))
    const script = sizes.reduce((sum, size) => sum + size, 0)
    const summary = `${screen}: scripts ${(script / kB).toFixed(1)} kB in ${sizes.length} files, HTML ${(html / kB).toFixed(1)} kB`
    testInfo.annotations.push({ type: 'gzip', description: summary })
    console.log(summary)
    expect(sizes.length, 'the page has scripts').toBeGreaterThan(0)
    expect.soft(script, 'bytes of scripts, gzip').toBeLessThanOrEqual(maxScript)
    expect.soft(html, 'bytes of HTML, gzip').toBeLessThanOrEqual(maxHtml)
  })

  test(`${screen} inlines no picture in its HTML`, async ({ page, api }) => {
    const { path } = await find(page, api)
    const html = await (await page.request.get(path)).text()
    expect(html.match(/src="data:[^,"]*/g) ?? []).toEqual([])
  })
}
