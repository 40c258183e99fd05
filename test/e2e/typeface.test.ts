/** Nunito in all text. */
import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { hydrated, test, visit, visitWithFont } from '../support/browser/journey.ts'

const fontFiles = '**/*.woff2'
const maxBytes = 40_000

/** Returns the names of the fonts that an element's text is drawn with. */
async function fontsOf(page: Page, element: Locator): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await element.evaluate((node) => node.setAttribute('data-probe', ''))
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-probe]',
  })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await element.evaluate((node) => node.removeAttribute('data-probe'))
  await session.detach()
  return fonts.map(({ familyName }) => familyName)
}

function collectFonts(page: Page): Response[] {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') responses.push(response)
  })
  return responses
}

test('headings, the logo, and other text are in Nunito', async ({ page }) => {
  await visitWithFont(page, '/all-services')
  const main = page.getByRole('main')
  const logo = page.locator('body > header').getByText('Corkboard', { exact: true })
  for (const element of [
    main.getByRole('heading', { level: 1 }),
    main.getByRole('heading', { level: 3 }).first(),
    logo,
    main.getByRole('status'),
    main.locator('.card-price').first(),
  ])
    for (const name of await fontsOf(page, element)) expect(name).toMatch(/^Nunito/)
})

test('a page loads one small font file of this site, once, and keeps it', async ({ page }) => {
  const responses = collectFonts(page)
  await visit(page, '/')
  await page.evaluate(() => document.fonts.ready)
  const [file] = responses
  expect(responses.length).toBe(1)
  expect((await file?.body())?.length).toBeLessThanOrEqual(maxBytes)
  expect(file?.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const preloads = page.locator('head link[rel=preload][as=font][crossorigin]')
  expect(await preloads.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))).toEqual([
    file?.url(),
  ])
})

test('letters of other Latin alphabets load a second file, and both together are small', {
  tag: '@slow',
}, async ({ page }) => {
  const responses = collectFonts(page)
  await visitWithFont(page, '/all-services')
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((node) => {
    node.textContent = 'Œuvres d’été, Łódź, Škoda, Ÿ'
  })
  const urls = () => [...new Set(responses.map((response) => response.url()))]
  await expect.poll(() => urls().length).toBe(2)
  await page.evaluate(() => document.fonts.ready)
  for (const name of await fontsOf(page, heading)) expect(name).toMatch(/^Nunito/)
  const bodies = await Promise.all(urls().map(async (url) => (await page.request.get(url)).body()))
  expect(bodies.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(maxBytes)
})

test('the fallback is as high as Nunito and nearly as wide', { tag: '@slow' }, async ({ page }) => {
  await visitWithFont(page, '/all-services')
  const load = (font: string) => page.evaluate(async (name) => (await document.fonts.load(name)).length, font)
  expect(await load('700 40px Nunito')).toBeGreaterThan(0)
  const faces = await load('700 40px "Nunito Fallback"').catch(() => 0)
  test.skip(faces === 0, 'This machine has none of Arial, Liberation Sans, and Helvetica.')
  const sizes = await page.evaluate(async () => {
    await document.fonts.load('400 40px "Nunito Fallback"')
    const texts = [
      'Local services and events, from people nearby',
      'All Services',
      'Piano lessons for beginners',
    ]
    const measure = (text: string, font: string) => {
      const probe = document.createElement('span')
      probe.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`
      probe.textContent = text
      document.body.append(probe)
      const { width, height } = probe.getBoundingClientRect()
      probe.remove()
      return { width, height }
    }
    return [400, 700].flatMap((weight) =>
      texts.map((text) =>
        ['Nunito', 'Nunito Fallback'].map((family) => measure(text, `${weight} 40px "${family}"`)),
      ),
    )
  })
  for (const [nunito, fallback] of sizes) {
    expect(fallback?.height).toBe(nunito?.height)
    expect(Math.abs((fallback?.width ?? 0) / (nunito?.width ?? 1) - 1)).toBeLessThan(0.035)
  }
})

/** Sums up the layout shifts of the page, as Cumulative Layout Shift does. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0, shifted: [] as string[] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Node }[] }[]) {
        const record = window as unknown as { shift: number; shifted: string[] }
        record.shift += entry.value
        record.shifted.push(
          ...entry.sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 90) ?? ''),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const { shift, shifted } = window as unknown as { shift: number; shifted: string[] }
    return { shift, shifted }
  })

const paths = ['/', '/all-services', '/all-events', '/all-categories', '/all-locations', '/about', '/signin']

const widths = [360, 768, 1440]

for (const [index, path] of paths.entries()) {
  for (const [column, width] of widths.entries()) {
    const tag = index === 0 && column === 0 ? [] : '@slow'
    test(`nothing on ${path} moves when Nunito is late, at ${width} px`, { tag }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await recordShifts(page)
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(fontFiles, async (route) => {
        await held
        await route.continue()
      })
      // A page counts as loaded only once its fonts are.
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await hydrated(page)
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await twoFrames(page)
      expect(await page.evaluate(() => document.fonts.check('700 20px Nunito'))).toBe(false)
      release()
      await page.waitForFunction(() => document.fonts.check('700 20px Nunito'))
      await page.waitForLoadState('load')
      await twoFrames(page)
      expect(await shiftOf(page)).toEqual({ shift: 0, shifted: [] })
    })
  }
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
