/** Checking people in with the camera of a phone: what it sees is a video of somebody's ticket. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { checkInCodePath } from '../../src/shared/check-in-code.ts'
import { hydrated } from '../support/browser/journey.ts'
import { label } from '../support/browser/posting-form.ts'
import { test } from '../support/browser/signed-in.ts'
import { createListing } from '../support/data/factories.ts'
import { memoryFolder } from '../support/site/memory-folder.ts'

const [width, height] = [640, 480]

/** Writes a video of this picture on a desk, as a camera films it. Returns its path. */
async function film(picture: Buffer): Promise<string> {
  const desk = { create: { width, height, channels: 3, background: '#b5a48b' } } as const
  const ticket = await sharp(picture)
    .rotate(4, { background: '#ffffff' })
    .resize({ height: 330 })
    .png()
    .toBuffer()
  const light = await sharp(desk)
    .composite([{ input: ticket, left: 170, top: 60 }])
    .blur(0.7)
    .grayscale()
    .toColorspace('b-w')
    .raw()
    .toBuffer()
  const color = Buffer.alloc((width * height) / 2, 128)
  const path = join(await memoryFolder(), 'ticket.y4m')
  const start = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`
  await writeFile(path, Buffer.concat([Buffer.from(start), Buffer.from('FRAME\n'), light, color]))
  return path
}

test('the camera checks in whoever shows a ticket, and without it the list still works', async ({
  playwright,
  browser,
  context,
  accountSite: { url: baseURL },
  database,
  signIn,
}) => {
  const { email } = await signIn({ name: 'Ada Park' })
  const id = await createListing(database, {
    kind: 'event',
    startDate: '2199-11-01',
    authorEmail: email,
    eventDetails: { registration: '{"questions": []}' },
  })
  const register = async (name: string) => {
    const guest = await browser.newContext({ baseURL })
    await signIn({ name }, guest)
    const reply = await guest.request.put(`/api/event/${id}/attendance`, {
      data: { state: 'going', acceptsRegistration: true },
      headers: { origin: baseURL },
    })
    const { code } = (await reply.json()).dates[0]
    const picture = await (await guest.request.get(checkInCodePath(id, code))).body()
    await guest.close()
    return picture
  }
  await register('Ben Okafor')
  const video = await film(await register('Ann Lee'))

  /** Opens a phone on which the user allows or refuses the camera, and starts to scan. */
  async function scan(camera: 'allowed' | 'refused'): Promise<Page> {
    const phone = await playwright.chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '',
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
        `--use-fake-ui-for-media-stream${camera === 'refused' ? '=deny' : ''}`,
      ],
    })
    const page = await phone.newPage({ baseURL })
    await page.context().addCookies(await context.cookies())
    await page.goto(`/event-details/${id}/check-in`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Scan codes' }).click()
    return page
  }

  await test.step('the camera sees a ticket', async () => {
    const page = await scan('allowed')
    await expect(page.getByText('Ann Lee is checked in.')).toBeVisible()
    await expect(page.getByText('1 of 2 people checked in')).toBeVisible()
    await page.getByRole('button', { name: 'Stop scanning' }).click()
    await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
    await page.context().browser()?.close()
  })

  await test.step('the user refuses the camera', async () => {
    const page = await scan('refused')
    await expect(page.getByText('We can’t use the camera.')).toBeVisible()
    await label(page, 'Name or code').fill('okafor')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ben Okafor is checked in.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the check-in of Ben Okafor' }).click()
    await expect(page.getByText('Ben Okafor is not checked in anymore.')).toBeVisible()
    await page.context().browser()?.close()
  })
})
