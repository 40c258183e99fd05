import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import { readPdf } from '../../../../test/support/pdf.ts'
import { defaultProduct } from '../../../shared/product.ts'

const letter = { width: 612, height: 792 }

async function flyerOf(settings: { name: string; publicUrl: string }, audience: string) {
  const { name, publicUrl } = settings
  const { app } = await createTestApp(undefined, { publicUrl, product: { ...defaultProduct, name } })
  const answer = await app.http.inject({ url: `/flyers/${audience}.pdf` })
  return { answer, read: await readPdf(answer.rawPayload) }
}

describe('the flyers of the site', () => {
  test.each([
    ['sellers', 'Good at something?'],
    ['neighbours', 'Find help nearby,'],
  ])('for %s: one sheet, with the address in letters and as a code', async (audience, headline) => {
    const publicUrl = 'https://board.example.org'
    const { answer, read } = await flyerOf({ name: 'Maple Board', publicUrl }, audience)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`flyer-for-${audience}.pdf`)
    expect(read).toMatchObject({ pages: 1, size: letter, tagged: true, code: publicUrl })
    expect(read.text).toContain(headline)
    expect(read.text).toContain('board.example.org')
    expect(read.text).toContain('Maple Board')
    expect(read.title).toContain('Maple Board')
    expect(read.alternatives).toEqual([`QR code of ${publicUrl}`])
  })

  test('one is drawn once, and is the same for the next who asks', async () => {
    const { app } = await createTestApp()
    const [first, second] = await Promise.all(
      [1, 2].map(() => app.http.inject({ url: '/flyers/sellers.pdf' })),
    )
    expect(first?.rawPayload.equals(second?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  })

  test.each([
    ['an Arabic', 'سوق الحي'],
    ['a Japanese and Korean', '町の掲示板 우리동네'],
    ['a hostile', '<script>alert(1)</script> #import "x" $'],
    ['an endless', 'W'.repeat(60)],
    ['a name without letters in any typeface, as', 'ᚠᛇᚻ'],
  ])('%s name leaves it one sheet with a code that can be read', async (_what, name) => {
    const publicUrl = 'https://a-very-long-name-of-a-board.for-the-whole-neighbourhood.example.org:8443/board'
    const { read } = await flyerOf({ name, publicUrl }, 'neighbours')
    expect(read).toMatchObject({ pages: 1, size: letter, code: publicUrl })
    expect(read.title).toContain(name)
  })

  test('there is no other flyer', async () => {
    const { app } = await createTestApp()
    expect((await app.http.inject({ url: '/flyers/others.pdf' })).statusCode).toBe(404)
  })
})
