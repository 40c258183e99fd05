import { gzipSync } from 'node:zlib'
import { expect, type Response } from '@playwright/test'
import { test } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

const kB = 1000
const mostScript = 130 * kB
const mostHtml = 25 * kB

/** As servers do it, whatever this one negotiated. */
const zipped = async (response: Response) => gzipSync(await response.body(), { level: 6 }).length

for (const { screen, find } of screens) {
  test(`${screen} weighs at most 130 kB of scripts and 25 kB of HTML`, async ({
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
    if (!document) throw new Error('The page did not answer.')

    const html = await zipped(document)
    const sizes = await Promise.all([...scripts.values()].map(zipped))
    const script = sizes.reduce((sum, size) => sum + size, 0)
    const figures = `${screen}: scripts ${(script / kB).toFixed(1)} kB in ${sizes.length} files, HTML ${(html / kB).toFixed(1)} kB`
    testInfo.annotations.push({ type: 'gzip', description: figures })
    console.log(figures)
    expect(sizes.length, 'the page has scripts').toBeGreaterThan(0)
    expect.soft(script, 'bytes of scripts, gzip').toBeLessThanOrEqual(mostScript)
    expect.soft(html, 'bytes of HTML, gzip').toBeLessThanOrEqual(mostHtml)
  })

  test(`${screen} carries no picture inside its HTML`, async ({ page, api }) => {
    const { path } = await find(page, api)
    const html = await (await page.request.get(path)).text()
    expect(html.match(/src="data:[^,"]*/g) ?? []).toEqual([])
  })
}
