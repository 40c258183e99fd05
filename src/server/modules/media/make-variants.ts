/**
 * Makes of an uploaded picture what the site keeps: upright, in sRGB, without any of its metadata, in a few widths as
 * AVIF and WebP, and a tiny one. Runs in a process of its own (picture-process.ts).
 */
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { maxPicture } from '../../../shared/limits.ts'
import { type PictureFormat, pictureFormats, pictureWidths, widthsOf } from '../../../shared/picture.ts'
import type { Refusal } from './picture-errors.ts'

export type MadeFile = { variant: number; format: PictureFormat; file: string; bytes: number }
export type Made = { width: number; height: number; placeholder: string; files: MadeFile[] }

/** The picture is at fault, not the machine. */
export class PictureRefusedError extends Error {
  readonly why: Refusal
  constructor(why: Refusal, cause?: unknown) {
    super(`The picture is refused: ${why}.`, { cause })
    this.why = why
  }
}

type Size = { width: number; height: number }

const widest = Math.max(...pictureWidths)
/** A strip that is taller is scaled down to this: WebP ends at 16,383, and nobody looks at so much. */
const tallest = 8000

/** Chosen by measuring: with more effort files are a tenth smaller and take several times as long. */
const effortOf = ({ width, height }: Size) => (width * height > 3_000_000 ? 0 : 2)
const encode: Record<PictureFormat, (image: Sharp, size: Size) => Sharp> = {
  avif: (image, size) => image.avif({ quality: 52, effort: effortOf(size), chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 75, effort: 3 }),
}

/** Only these formats are ever decoded, whatever else the library knows. */
export function prepareSharp() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
  })
  sharp.cache(false)
  sharp.concurrency(Math.min(4, availableParallelism()))
}

/** Writes the files into the folder. Throws PictureRefusedError, or what writing throws. */
export async function makeVariants(source: string, folder: string): Promise<Made> {
  const size = largestOf(await measure(source))
  const pixels = await decode(source, size)
  const files: MadeFile[] = []
  for (const variant of widthsOf(size.width)) {
    const wanted = { width: variant, height: scaled(size.height, variant / size.width) }
    for (const format of pictureFormats) {
      const content = await encode[format](resized(pixels, wanted), wanted).toBuffer()
      const file = join(folder, `${variant}.${format}`)
      await writeFile(file, content)
      files.push({ variant, format, file, bytes: content.length })
    }
  }
  return { ...size, placeholder: await makePlaceholder(pixels), files }
}

/** As it is seen: a phone that was held upright says so, and keeps the picture lying on its side. */
async function measure(source: string): Promise<Size> {
  // Reads the head alone, which is when a picture that is far too large must be told.
  const head = await asPicture(sharp(source, { limitInputPixels: false }).metadata())
  // HEIC comes in the same wrapping as AVIF.
  if (head.format === 'heif' && head.compression !== 'av1') throw new PictureRefusedError('heic')
  const { width, height } = head.autoOrient
  if (width * height > maxPicture.pixels) throw new PictureRefusedError('pixels')
  return { width, height }
}

/** Never larger than it was. */
function largestOf({ width, height }: Size): Size {
  const scale = Math.min(1, widest / width, tallest / height)
  return { width: scaled(width, scale), height: scaled(height, scale) }
}

const scaled = (length: number, scale: number) => Math.max(1, Math.round(length * scale))

type Pixels = { data: Buffer; info: OutputInfo }

/** In its largest size, decoded once for all that is made of it. Of an animation the first frame. */
function decode(source: string, { width, height }: Size): Promise<Pixels> {
  const picture = sharp(source, {
    limitInputPixels: maxPicture.pixels,
    // A file that is cut off is refused; what a camera does oddly, and viewers pass over, is not.
    failOn: 'error',
    autoOrient: true,
  })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
  return asPicture(picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }))
}

function resized({ data, info }: Pixels, { width, height }: Size): Sharp {
  const { channels } = info
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels } })
  return width === info.width ? whole : whole.resize(width, height, { fit: 'fill' })
}

/** Whatever the decoder says against a file means that the file is no good. */
const asPicture = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw new PictureRefusedError('damaged', error)
  })

const placeholderBytes = 150
const placeholderTries = [
  { side: 16, quality: 40 },
  { side: 16, quality: 10 },
  { side: 8, quality: 10 },
]

/** A few coloured spots as a data: address; empty for a picture that cannot be had so small. */
async function makePlaceholder(pixels: Pixels): Promise<string> {
  const { width, height } = pixels.info
  for (const { side, quality } of placeholderTries) {
    const scale = Math.min(1, side / Math.max(width, height))
    const spots = resized(pixels, { width: scaled(width, scale), height: scaled(height, scale) })
    const content = await spots.webp({ quality, alphaQuality: quality, effort: 6 }).toBuffer()
    if (content.length <= placeholderBytes) return `data:image/webp;base64,${content.toString('base64')}`
  }
  return ''
}
