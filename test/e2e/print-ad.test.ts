/** An ad on paper. */
import { expect } from '@playwright/test'
import { visit } from '../support/browser/journey.ts'
import { test } from '../support/browser/signed-in.ts'
import { readPdf } from '../support/checks/pdf.ts'
import { slowJourneyUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'

const images = ['/demo-pictures/barber-1.svg', '/demo-pictures/barber-2.svg']
const description =
  'I cut hair for nine years before building a proper one-chair studio behind my house. '.repeat(22)

for (const format of ['A4', 'Letter'] as const) {
  for (const kind of ['service', 'event'] as const) {
    test(
      `a long ${kind} fits on one page of ${format}, with its address and without buttons`,
      slowJourneyUnless(format === 'A4' && kind === 'event'),
      async ({ page, database }) => {
        const id = await createListing(database, {
          kind,
          images,
          description,
          title: `The ${kind} to print`,
          phone: '512 555 0142',
          authorEmail: 'printed-author@example.com',
          startDate: '2027-01-05',
        })
        await createListing(database, { kind, title: 'Not printed', startDate: '2027-01-05' })
        await visit(page, kind === 'event' ? `/event-details/${id}` : `/ad-details/${id}`)
        const { pages, text } = await readPdf(await page.pdf({ format }))
        expect(pages).toBe(1)
        const printed = text.replace(/\s+/g, ' ')
        for (const part of [
          `The ${kind} to print`,
          '512 555 0142',
          'printed-author@',
          'one-chair studio',
          '$35',
        ])
          expect(printed).toContain(part)
        expect(printed.replaceAll(' ', '')).toContain(page.url())
        expect(printed).not.toMatch(
          /1 of 2|Report Spam|Share|Call|Similar|Not printed|Stay safe|All rights reserved/,
        )
      },
    )
  }
}

test('the carousel’s buttons are not printed', { tag: '@slow' }, async ({ page, database }) => {
  const id = await createListing(database, { images })
  await visit(page, `/ad-details/${id}`)
  await expect(page.getByRole('button', { name: 'Next photo' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Previous photo', 'Next photo']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.getByRole('img', { name: /1 of 2/ })).toBeVisible()
})
