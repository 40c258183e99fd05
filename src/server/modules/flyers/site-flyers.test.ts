import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../../test/support/checks/pdf.ts'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { createDatabase, createTestApp } from '../../../../test/support/site/app.ts'
import { sharePictureType, siteShareUrl } from '../../../shared/picture.ts'
import { createSiteFiles } from '../look/site-files.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><circle cx="15" cy="15" r="14" fill="#0a7d5a"/><rect x="36" y="9" width="50" height="12" fill="#0a7d5a"/></svg>'
const usLetter = { width: 612, height: 792 }

async function fetchFlyer({ name, publicUrl }: { name: string; publicUrl: string }, audience: string) {
  const { app } = await createTestApp(undefined, { publicUrl, settings: { name } })
  const response = await app.http.inject({ url: `/flyers/${audience}.pdf` })
  return { response, pdf: await readPdf(response.rawPayload) }
}

describe('the flyers of the site', () => {
  test.each([
    ['sellers', 'Good at something?'],
    ['neighbors', 'Find help nearby,'],
  ])('for %s are one page with the address as text and as a QR code', async (audience, headline) => {
    const publicUrl = 'https://board.example.org'
    const { response, pdf } = await fetchFlyer({ name: 'Maple Board', publicUrl }, audience)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toContain(`flyer-for-${audience}.pdf`)
    expect(pdf).toMatchObject({ pages: 1, size: usLetter, tagged: true, code: publicUrl })
    expect(pdf.text).toContain(headline)
    expect(pdf.text).toContain('board.example.org')
    expect(pdf.text).toContain('Maple Board')
    expect(pdf.title).toContain('Maple Board')
    expect(pdf.alternatives).toEqual([`QR code of ${publicUrl}`])
  })

  test('have the paper, color, and logo of the site', async () => {
    const { database } = await createDatabase()
    const site = await createTestApp(database)
    const logo = await createSiteFiles(site).add('logo', Buffer.from(drawing), 'logo')
    for (const [key, value] of Object.entries({
      paper: 'a4',
      flyerColor: '#0055aa',
      logo,
      nameByLogo: false,
    }))
      await sql`insert into setting values (${key}, ${JSON.stringify(value)}::jsonb)`.execute(database.kysely)
    const { app } = await createTestApp(database, { pictures: site.pictures })
    for (const audience of ['sellers', 'neighbors']) {
      const { rawPayload } = await app.http.inject({ url: `/flyers/${audience}.pdf` })
      const pdf = await readPdf(rawPayload)
      expect(pdf).toMatchObject({ pages: 1, tagged: true })
      expect([pdf.size.width, pdf.size.height].map(Math.round)).toEqual([595, 842])
      expect(pdf.text).not.toContain('Corkboard')
    }
    const share = await app.http.inject({ url: siteShareUrl })
    expect(share.headers['content-type']).toBe(sharePictureType)
  })

  test('are drawn only once', async () => {
    const { app } = await createTestApp()
    const [first, second] = await Promise.all(
      [1, 2].map(() => app.http.inject({ url: '/flyers/sellers.pdf' })),
    )
    expect(first?.rawPayload.equals(second?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  })

  for (const [index, [what, name]] of [
    ['a hostile name', '<script>alert(1)</script> #import "x" $'],
    ['a very long word', 'W'.repeat(60)],
    ['an Arabic name', 'سوق الحي'],
    ['a Japanese and Korean name', '町の掲示板 우리동네'],
    ['a name that no font has', 'ᚠᛇᚻ'],
  ].entries())
    test(`are one page with a readable QR code for ${what}`, slowUnless(index < 2), async () => {
      const publicUrl =
        'https://a-very-long-name-of-a-board.for-the-whole-neighborhood.example.org:8443/board'
      const { pdf } = await fetchFlyer({ name: name ?? '', publicUrl }, 'neighbors')
      expect(pdf).toMatchObject({ pages: 1, size: usLetter, code: publicUrl })
      expect(pdf.title).toContain(name)
    })

  test('do not exist for other audiences', async () => {
    const { app } = await createTestApp()
    expect((await app.http.inject({ url: '/flyers/others.pdf' })).statusCode).toBe(404)
  })
})
