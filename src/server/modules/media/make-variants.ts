/** Converts an uploaded picture to what the site stores: upright, in sRGB, without metadata. Runs in a child process. */
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { maxPicture } from '../../../shared/limits.ts'
import { type PictureFormat, pictureFormats, pictureWidths, widthsOf } from '../../../shared/picture.ts'
import { photoSides } from '../../../shared/profile-photo.ts'
import type { RejectReason } from './validate.ts'

/** `variant` is the width of a file, in pixels. */
export type VariantFile = { variant: number; format: PictureFormat; file: string; bytes: number }
export type Variants = { width: number; height: number; placeholder: string; files: VariantFile[] }

/** Thrown when the picture is at fault, not the machine. */
export class PictureRejectedError extends Error {
  readonly reason: RejectReason
  constructor(reason: RejectReason, cause?: unknown) {
    super(`The picture was rejected: ${reason}.`, { cause })
    this.reason = reason
  }
}

type Size = { width: number; height: number }

const maxWidth = Math.max(...pictureWidths)
/** Taller strips are scaled down to this. WebP allows up to 16,383, but nobody needs that much. */
const maxHeight = 8000

/** Chosen by measurement: more effort makes files 10% smaller and takes several times as long. */
const effortOf = ({ width, height }: Size) => (width * height > 3_000_000 ? 0 : 2)
const encode: Record<PictureFormat, (image: Sharp, size: Size) => Sharp> = {
  avif: (image, size) => image.avif({ quality: 52, effort: effortOf(size), chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 75, effort: 3 }),
}

/** Blocks every decoder of the library except these formats. */
export function prepareSharp() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
  })
  sharp.cache(false)
  sharp.concurrency(Math.min(4, availableParallelism()))
}

/** Writes the files into the folder. Throws PictureRejectedError, or whatever writing throws. */
export async function makeVariants(source: string, folder: string): Promise<Variants> {
  const size = fullSize(await measure(source))
  const pixels = await decode(source, size)
  const files: VariantFile[] = []
  for (const variant of widthsOf(size.width)) {
    const target = { width: variant, height: scaled(size.height, variant / size.width) }
    for (const format of pictureFormats)
      files.push(await write(folder, variant, format, encode[format](resized(pixels, target), target)))
  }
  return { ...size, placeholder: await makePlaceholder(pixels), files }
}

async function write(
  folder: string,
  variant: number,
  format: PictureFormat,
  image: Sharp,
): Promise<VariantFile> {
  const content = await image.toBuffer()
  const file = join(folder, `${variant}.${format}`)
  await writeFile(file, content)
  return { variant, format, file, bytes: content.length }
}

/** Photos are cropped to the most interesting part, a face. Searching a narrow strip takes too long: its center is used. */
const maxFaceSearchRatio = 4

/** Writes both sizes of a profile photo into the folder, and throws like `makeVariants`. */
export async function makePhoto(source: string, folder: string): Promise<Variants> {
  const { width, height } = await measure(source)
  const { large, small } = photoSides
  const isStrip = Math.max(width / height, height / width) > maxFaceSearchRatio
  const cropped = sharp(source, decodeOptions)
    .resize(large, large, { fit: 'cover', position: isStrip ? 'centre' : sharp.strategy.attention })
    .toColourspace('srgb')
  const pixels = await asPicture(cropped.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }))
  const files: VariantFile[] = []
  for (const side of [large, small]) {
    const image = resized(pixels, { width: side, height: side }).webp({ quality: 82, effort: 4 })
    files.push(await write(folder, side, 'webp', image))
  }
  return { width: large, height: large, placeholder: '', files }
}

/** Returns the size as displayed: phones store portrait photos on their side, with an orientation tag. */
async function measure(source: string): Promise<Size> {
  // Reads only the header, so that a huge picture is rejected before it is decoded.
  const head = await asPicture(sharp(source, { limitInputPixels: false }).metadata())
  // HEIC uses the same container as AVIF.
  if (head.format === 'heif' && head.compression !== 'av1') throw new PictureRejectedError('heic')
  const { width, height } = head.autoOrient
  if (width * height > maxPicture.pixels) throw new PictureRejectedError('pixels')
  return { width, height }
}

function fullSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: scaled(width, scale), height: scaled(height, scale) }
}

const scaled = (length: number, scale: number) => Math.max(1, Math.round(length * scale))

const decodeOptions = {
  limitInputPixels: maxPicture.pixels,
  // Rejects truncated files, but not the oddities of cameras that viewers ignore.
  failOn: 'error',
  autoOrient: true,
} as const

type Pixels = { data: Buffer; info: OutputInfo }

/** Decodes the picture once, at its largest size, for all variants. Takes the first frame of an animation. */
function decode(source: string, { width, height }: Size): Promise<Pixels> {
  const picture = sharp(source, decodeOptions).resize(width, height, { fit: 'fill' }).toColourspace('srgb')
  return asPicture(picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }))
}

function resized({ data, info }: Pixels, { width, height }: Size): Sharp {
  const { channels } = info
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels } })
  return width === info.width ? whole : whole.resize(width, height, { fit: 'fill' })
}

/** Any error of the decoder means that the file is bad. */
const asPicture = <Result>(decoding: Promise<Result>): Promise<Result> =>
  decoding.catch((error: unknown) => {
    throw new PictureRejectedError('damaged', error)
  })

const maxPlaceholderBytes = 150
const placeholderAttempts = [
  { side: 16, quality: 40 },
  { side: 16, quality: 10 },
  { side: 8, quality: 10 },
]

/** Returns a few color spots as a data URL, or an empty string if the picture cannot be made that small. */
async function makePlaceholder(pixels: Pixels): Promise<string> {
  const { width, height } = pixels.info
  for (const { side, quality } of placeholderAttempts) {
    const scale = Math.min(1, side / Math.max(width, height))
    const spots = resized(pixels, { width: scaled(width, scale), height: scaled(height, scale) })
    const content = await spots.webp({ quality, alphaQuality: quality, effort: 6 }).toBuffer()
    if (content.length <= maxPlaceholderBytes) return `data:image/webp;base64,${content.toString('base64')}`
  }
  return ''
}
