/** Reads PDFs: page count, text, metadata, structure, and QR codes. */
import { createCanvas } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
  pages: number
  /** The size of the first page, in points. */
  size: { width: number; height: number }
  text: string
  title: string
  language: string | null
  /** Whether it has the structure tree that screen readers use. */
  tagged: boolean
  /** The alternative texts of pictures. */
  alternatives: string[]
  /** The content of the first QR code on the first page. */
  code: string | null
}

type Node = { role?: string; alt?: string; bbox?: number[]; children?: Node[] }

export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  const pdf = await loading.promise
  try {
    const page = await pdf.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const { info } = await pdf.getMetadata()
    const { items } = await page.getTextContent()
    const structure = (await page.getStructTree()) as Node | null
    const figures = figuresOf(structure)
    const code = figures.find(({ alt }) => alt?.startsWith('QR code'))
    return {
      pages: pdf.numPages,
      size: { width, height },
      text: items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''),
      title: (info as { Title?: string }).Title ?? '',
      language: (info as { Language?: string }).Language ?? null,
      tagged: structure !== null,
      alternatives: figures.map(({ alt = '' }) => alt),
      code: code ? await readCode(page, code) : null,
    }
  } finally {
    await loading.destroy()
  }
}

const figuresOf = (node: Node | null): Node[] =>
  node ? [...(node.alt ? [node] : []), ...(node.children ?? []).flatMap(figuresOf)] : []

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>

const scale = 2

/** Renders the code and decodes it, as a phone camera would. */
async function readCode(page: Page, figure: Node): Promise<string | null> {
  // Renders only the code and its quiet zone if the structure tree has its position: a whole page takes long.
  const [left = 0, bottom = 0, right = 0, top = 0] = figure.bbox ?? page.view
  const margin = figure.bbox ? 12 : 0
  const [x, y, width, height] = [
    left - margin,
    (page.view[3] ?? 0) - top - margin,
    right - left,
    top - bottom,
  ]
  const viewport = page.getViewport({ scale, offsetX: -x * scale, offsetY: -y * scale })
  const canvas = createCanvas((width + 2 * margin) * scale, (height + 2 * margin) * scale)
  await page.render({ canvas: canvas as never, viewport }).promise
  const picture = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return decode(picture)
}

type Pixels = { data: ArrayLike<number>; width: number; height: number }

/** Returns the content of the QR code on a picture of four bytes per pixel; null without one. */
export const decode = ({ data, width, height }: Pixels): string | null =>
  jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null
