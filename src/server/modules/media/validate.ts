/** Why a picture is rejected, and the check of its first bytes. A file's name and declared type are not trusted. */
import { AppError } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'

const megabytes = maxPicture.bytes / 1024 / 1024
const megapixels = maxPicture.pixels / 1_000_000

/** The status of a picture whose format is supported, but whose content is not usable. */
const unprocessable = 422
const unsupportedMediaType = 415
const tooLarge = 413

const rejections = {
  empty: [unprocessable, msg('This file is empty. Please choose it again, or choose another photo.')],
  other: [
    unsupportedMediaType,
    msg(
      'Only JPEG, PNG, WebP, AVIF, and GIF photos are supported. Please save it in one of these formats and try again.',
    ),
  ],
  heic: [
    unsupportedMediaType,
    msg(
      'HEIC photos are not supported. Please save it as JPEG and try again. On an iPhone, go to Settings > Camera > Formats and choose Most Compatible.',
    ),
  ],
  damaged: [
    unprocessable,
    msg('The file is damaged or incomplete. Please choose it again, or save it as a new JPEG and try that.'),
  ],
  bytes: [tooLarge, msg('Photos can be up to {megabytes} MB. Please choose a smaller file and try again.')],
  pixels: [
    tooLarge,
    msg('Photos can be up to {megapixels} megapixels. Please make this one smaller and try again.'),
  ],
  'too-complex': [
    tooLarge,
    msg(
      'This photo is too complex to process. Please save it as JPEG, up to 4000 pixels wide, and try again.',
    ),
  ],
} as const satisfies Record<string, readonly [number, Message]>

export type RejectReason = keyof typeof rejections

export function pictureError(reason: RejectReason, cause?: unknown): AppError {
  const [status, sentence] = rejections[reason]
  const message = t(sentence, { megabytes, megapixels })
  const code = status === tooLarge ? 'too_large' : 'invalid'
  return new AppError(code, message, { file: message }, { cause, status })
}

/** The number of leading bytes that `rejectReason` needs. */
export const magicBytes = 64

/** JPEG, PNG, and GIF, one character per byte. */
const signatures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']

/** Returns null if the first bytes are those of a supported format. */
export function rejectReason(head: Buffer): RejectReason | null {
  if (head.length === 0) return 'empty'
  const text = head.toString('latin1')
  if (signatures.some((signature) => text.startsWith(signature))) return null
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return null
  const brands = brandsOf(head, text)
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return null
  return brands.some((brand) => /^(he[iv][cfmsx]|mif1|msf1)$/.test(brand)) ? 'heic' : 'other'
}

/** AVIF and HEIC share a container. Its first box lists four-letter brands: the major one, a version, compatible ones. */
function brandsOf(head: Buffer, text: string): string[] {
  if (!text.startsWith('ftyp', 4)) return []
  const box = text.slice(8, head.readUInt32BE(0))
  return [box.slice(0, 4), ...(box.slice(8).match(/.{4}/gs) ?? [])]
}
