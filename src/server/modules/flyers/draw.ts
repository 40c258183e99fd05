/**
 * Draws with Typst: the templates stand beside this file, and know nothing but the facts and pictures that they are given.
 * What people wrote goes in as data, never as markup. Runs in a process of its own (drawing-process.ts).
 */
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import type { DrawingOrder } from './drawing-process.ts'
import { typefaceFiles } from './typefaces.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const templates = fileURLToPath(new URL('./', import.meta.url))

/** Twice what a screen shows, and about 200 dots an inch across a sheet of paper. */
const photoSide = 1500

export function createDraw() {
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontPaths: typefaceFiles() }] })

  /** Each file of an order is where its template looks for it. */
  async function lay({ facts, photo }: DrawingOrder) {
    compiler.resetShadow()
    if (facts.link)
      compiler.mapShadow(`${root}qr.svg`, Buffer.from(renderSVG(facts.link, { ecc: 'M', border: 0 })))
    if (photo) compiler.mapShadow(`${root}photo.jpg`, await printable(photo))
  }

  function documentOf({ template, facts, photo }: DrawingOrder) {
    const inputs = { facts: JSON.stringify({ ...facts, photo: photo ? '/photo.jpg' : null }) }
    return { mainFilePath: `${templates}${template}.typ`, inputs }
  }

  return async (order: DrawingOrder): Promise<Buffer> => {
    await lay(order)
    const source = documentOf(order)
    try {
      return order.as === 'pdf' ? pdfOf(source) : await jpegOf(compiler.plainSvg(source))
    } finally {
      compiler.evictCache(10)
    }
  }

  /** As PDF/UA; without that promise where no typeface has a letter, which leaves a box in its place. */
  function pdfOf(source: ReturnType<typeof documentOf>): Buffer {
    try {
      return compiler.pdf(source, { pdfStandard: 'ua-1' })
    } catch (error) {
      if (!/could not be displayed/.test(String(error))) throw error
      return compiler.pdf(source)
    }
  }
}

/** Our own WebP, or a drawing of the demo, as a picture that printers know. */
const printable = (photo: Buffer): Promise<Buffer> =>
  sharp(photo)
    .resize(photoSide, photoSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()

const jpegOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true }).flatten().jpeg({ quality: 82, mozjpeg: true }).toBuffer()
