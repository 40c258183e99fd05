/** PDFs as a reader of their own sees them: pages, words, what they say about themselves, and the codes on them. */
import { createCanvas } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
  pages: number
  /** Of the first page, in points. */
  size: { width: number; height: number }
  text: string
  title: string
  language: string | null
  /** Whether it has the structure that screen readers go by. */
  tagged: boolean
  /** What pictures are said to show. */
  alternatives: string[]
  /** What the largest QR code of the first page says. */
  code: string | null
}

type Node = { role?: string; alt?: string; children?: Node[] }

export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  const pdf = await loading.promise
  try {
    const page = await pdf.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const { info } = await pdf.getMetadata()
    const { items } = await page.getTextContent()
    const structure = (await page.getStructTree()) as Node | null
    return {
      pages: pdf.numPages,
      size: { width, height },
      text: items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''),
      title: (info as { Title?: string }).Title ?? '',
      language: (info as { Language?: string }).Language ?? null,
      tagged: structure !== null,
      alternatives: alternativesOf(structure),
      code: await readCode(page),
    }
  } finally {
    await loading.destroy()
  }
}

const alternativesOf = (node: Node | null): string[] =>
  node ? [...(node.alt ? [node.alt] : []), ...(node.children ?? []).flatMap(alternativesOf)] : []

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>

/** As a phone would that is held before the sheet. */
async function readCode(page: Page): Promise<string | null> {
  const viewport = page.getViewport({ scale: 2 })
  const canvas = createCanvas(viewport.width, viewport.height)
  await page.render({ canvas: canvas as never, viewport }).promise
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null
}
