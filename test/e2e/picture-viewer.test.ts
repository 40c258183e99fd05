import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessible.ts'
import { visit } from '../support/browser/journey.ts'
import { test as signedInTest } from '../support/browser/signed-in.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { insertPicture, picturedTopic, servePictures } from '../support/data/drawn-pictures.ts'
import { createListing } from '../support/data/factories.ts'

type Listing = { path: string; title: string; pictures: string[] }

/** Adds a listing with a landscape, a portrait and a panorama, and one with a single picture. */
const test = signedInTest.extend<{ listing: Listing; single: Listing }>({
  listing: async ({ context, database }, use) => {
    await servePictures(context)
    const pictures = [
      await insertPicture(database, 1600, 1200),
      await insertPicture(database, 1200, 1600),
      await insertPicture(database, 1600, 400),
    ]
    const title = 'Piano lessons'
    const id = await createListing(database, { ...picturedTopic, title, images: pictures })
    await use({ path: `/ad-details/${id}`, title, pictures })
  },
  single: async ({ context, database }, use) => {
    await servePictures(context)
    const pictures = [await insertPicture(database, 1600, 1200)]
    const title = 'Street market'
    const id = await createListing(database, {
      ...picturedTopic,
      title,
      kind: 'event',
      images: pictures,
    })
    await use({ path: `/event-details/${id}`, title, pictures })
  },
})

const opener = (page: Page, number: number, count = 3) =>
  page.getByRole('button', { name: `View photo ${number} of ${count} full screen` })
const viewer = (page: Page) => page.getByRole('dialog', { name: /^Photos of / })
const picture = (page: Page, number: number, count = 3) =>
  viewer(page).getByRole('img', { name: `Piano lessons, ${number} of ${count}` })
const press = (page: Page, name: string) => viewer(page).getByRole('button', { name }).click()

async function open(page: Page, { path }: Listing) {
  await visit(page, path)
  await opener(page, 1).click()
  await expect(picture(page, 1)).toBeVisible()
}

test('cycles through the pictures by arrow keys, Home and End', async ({ page, listing }) => {
  await open(page, listing)
  for (const { key, number } of [
    { key: 'ArrowRight', number: 2 },
    { key: 'ArrowRight', number: 3 },
    { key: 'ArrowRight', number: 1 },
    { key: 'ArrowLeft', number: 3 },
    { key: 'Home', number: 1 },
    { key: 'End', number: 3 },
    { key: 'ArrowLeft', number: 2 },
  ]) {
    await page.keyboard.press(key)
    await expect(picture(page, number)).toBeVisible()
    await expect(viewer(page).getByRole('img')).toHaveCount(1)
    await expect(viewer(page).getByRole('status')).toHaveText(`Photo ${number} of 3`)
  }
})

test('moves by its buttons', { tag: '@slow' }, async ({ page, listing }) => {
  await open(page, listing)
  await press(page, 'Next photo')
  await expect(picture(page, 2)).toBeVisible()
  await press(page, 'Previous photo')
  await press(page, 'Previous photo')
  await expect(picture(page, 3)).toBeVisible()
})

test('closes by Escape and by its button, and restores focus', { tag: '@slow' }, async ({
  page,
  listing,
}) => {
  await visit(page, listing.path)
  await opener(page, 1).focus()
  for (const { key, close } of [
    { key: 'Enter', close: () => page.keyboard.press('Escape') },
    { key: 'Space', close: () => press(page, 'Close') },
  ]) {
    await page.keyboard.press(key)
    await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await close()
    await expect(viewer(page)).toHaveCount(0)
    await expect(opener(page, 1)).toBeFocused()
  }
})

test('opens again after the browser closed it without a cancel event', { tag: '@slow' }, async ({
  page,
  listing,
}) => {
  await open(page, listing)
  await page.keyboard.press('ArrowRight')
  await viewer(page).evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(viewer(page)).toHaveCount(0)
  await opener(page, 2).click()
  await expect(picture(page, 2)).toBeVisible()
})

test('leaves the carousel at the last picture viewed', { tag: '@slow' }, async ({ page, listing }) => {
  await open(page, listing)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(opener(page, 2)).toBeVisible()
  await expect(opener(page, 1)).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(opener(page, 3)).toBeVisible()
})

for (const { what, number, window, box, file } of [
  { what: 'a landscape', number: 1, window: [1440, 900], box: [1200, 900], file: '-1600x1200-1600.avif' },
  { what: 'a portrait', number: 2, window: [1440, 900], box: [675, 900], file: '-1200x1600-800.avif' },
  { what: 'a panorama', number: 3, window: [1440, 900], box: [1440, 360], file: '-1600x400-1600.avif' },
  { what: 'a landscape', number: 1, window: [360, 740], box: [360, 270], file: '-1600x1200-400.avif' },
  { what: 'a portrait', number: 2, window: [360, 740], box: [360, 480], file: '-1200x1600-400.avif' },
] as const) {
  test(
    `fits ${what} in ${window.join(' × ')} with the smallest file that fills it`,
    slowJourneyUnless(what === 'a portrait' && window[0] === 360),
    async ({ page, listing }) => {
      const [width, height] = window
      await page.setViewportSize({ width, height })
      await open(page, listing)
      for (let at = 1; at < number; at += 1) await page.keyboard.press('ArrowRight')
      const image = picture(page, number)
      await expect(image).not.toHaveJSProperty('naturalWidth', 0)
      expect(await image.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain(file)
      expect(await image.boundingBox()).toEqual({ x: 0, y: 0, width, height })
      await expect(image).toHaveCSS('object-fit', 'contain')
      const natural = await image.evaluate(
        (element: HTMLImageElement) => element.naturalWidth / element.naturalHeight,
      )
      expect(natural).toBeCloseTo(box[0] / box[1], 1)
    },
  )
}

test('does not scroll the page behind it', { tag: '@slow' }, async ({ page, listing }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await open(page, listing)
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  await page.mouse.move(700, 250)
  await page.mouse.wheel(0, 600)
  await page.keyboard.press('PageDown')
  await press(page, 'Close')
  await expect(viewer(page)).toHaveCount(0)
  expect(await scrolled()).toBe(before)
  await page.mouse.wheel(0, 600)
  await expect.poll(scrolled).toBeGreaterThan(before)
})

test('shows a single picture without navigation', { tag: '@slow' }, async ({ page, single }) => {
  await visit(page, single.path)
  await opener(page, 1, 1).click()
  await expect(viewer(page).getByRole('img', { name: 'Street market, 1 of 1' })).toBeVisible()
  await expect(viewer(page).getByRole('button')).toHaveCount(1)
  await expect(viewer(page).getByRole('status')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByRole('img', { name: 'Street market, 1 of 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener(page, 1, 1)).toBeFocused()
})

test('shows demo pictures, which have one file', { tag: '@slow' }, async ({ page, database }) => {
  const id = await createListing(database, { images: ['/demo-pictures/barber-1.svg'] })
  await visit(page, `/ad-details/${id}`)
  await opener(page, 1, 1).click()
  await expect(viewer(page).getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
})

test('loads its code when it first opens', { tag: '@slow' }, async ({ page, listing }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await visit(page, listing.path)
  await page.waitForLoadState('networkidle')
  const viewerScripts = () => fetched.filter((url) => /assets\/picture-viewer-.*\.js$/.test(url))
  expect(viewerScripts()).toEqual([])
  await opener(page, 1).click()
  await expect(viewer(page)).toBeVisible()
  expect(viewerScripts()).toHaveLength(1)
})

test('opens the picture file if its code fails to load', { tag: '@slow' }, async ({
  page,
  listing,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await page.route('**/assets/picture-viewer-*.js', (route) => route.abort())
  await visit(page, listing.path)
  await opener(page, 1).click()
  await expect(page).toHaveURL(listing.pictures[0] ?? '')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `is accessible in ${colorScheme}, and so is the page around it`,
    slowJourneyUnless(colorScheme === 'dark'),
    async ({ page, listing }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(page, listing)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page, `at ${width} px`)
      }
      await press(page, 'Close')
      await expectAccessible(page, 'on the page')
    },
  )
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  type Finger = { x: number; y: number }

  /** Touches with some fingers, moves them in steps, and lifts them. */
  async function drag(page: Page, from: Finger[], to: Finger[]) {
    const session = await page.context().newCDPSession(page)
    const between = (step: number) =>
      from.map((finger, index) => ({
        x: finger.x + (((to[index]?.x ?? 0) - finger.x) * step) / 5,
        y: finger.y + (((to[index]?.y ?? 0) - finger.y) * step) / 5,
      }))
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: from })
    for (const step of [1, 2, 3, 4, 5]) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: between(step) })
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await session.detach()
  }
  const swipe = (page: Page, by: number, down = 0) =>
    drag(page, [{ x: 180, y: 300 }], [{ x: 180 + by, y: 300 + down }])

  test('moves on horizontal swipes, but not on vertical ones', async ({ page, listing }) => {
    await open(page, listing)
    await swipe(page, -120)
    await expect(picture(page, 2)).toBeVisible()
    await swipe(page, 120)
    await expect(picture(page, 1)).toBeVisible()
    await swipe(page, -60, 200)
    await swipe(page, -20)
    await swipe(page, 120)
    await expect(picture(page, 3)).toBeVisible()
  })

  test('zooms with two fingers, and pans a zoomed picture with one', { tag: '@slow' }, async ({
    page,
    listing,
  }) => {
    await open(page, listing)
    const scale = () => page.evaluate(() => visualViewport?.scale ?? 1)
    await drag(
      page,
      [
        { x: 150, y: 370 },
        { x: 210, y: 370 },
      ],
      [
        { x: 40, y: 370 },
        { x: 320, y: 370 },
      ],
    )
    await expect.poll(scale).toBeGreaterThan(1.5)
    const left = () => page.evaluate(() => visualViewport?.offsetLeft ?? 0)
    const before = await left()
    await swipe(page, -100)
    await expect.poll(left).toBeGreaterThan(before)
    await expect(picture(page, 1)).toBeVisible()
    await expect(viewer(page).getByRole('status')).toHaveText('Photo 1 of 3')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('links each picture to its largest file', async ({ page, listing }) => {
    await page.goto(listing.path)
    for (const [index, address] of listing.pictures.entries()) {
      const link = page.getByRole('link', { name: `View photo ${index + 1} of 3 full screen` })
      await expect(link).toHaveAttribute('href', address)
    }
    await page.getByRole('link', { name: 'View photo 1 of 3 full screen' }).click()
    await expect(page).toHaveURL(listing.pictures[0] ?? '')
  })
})
