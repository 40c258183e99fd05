/** Why a picture cannot be used, each with the sentence that says so and what to do. */
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { maxPicture } from '../../../shared/limits.ts'

const megabytes = maxPicture.bytes / 1024 / 1024
const megapixels = maxPicture.pixels / 1_000_000
const usable = 'JPEG, PNG, WebP, AVIF and GIF'

const refusals = {
  empty: ['invalid', 'The file is empty. Please choose it again, or choose another picture.'],
  other: ['invalid', `Only ${usable} pictures can be used. Please save it as one of these and try again.`],
  heic: [
    'invalid',
    'HEIC pictures cannot be used. Please save it as JPEG and try again; an iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible.',
  ],
  damaged: [
    'invalid',
    'The file is damaged or incomplete. Please choose it again, or save it anew as JPEG and try that.',
  ],
  bytes: [
    'too_large',
    `Pictures may have up to ${megabytes} MB, and this one has more. Please make it smaller and try again.`,
  ],
  pixels: [
    'too_large',
    `Pictures may have up to ${megapixels} megapixels, and this one has more. Please make it smaller and try again.`,
  ],
  laborious: [
    'too_large',
    'This picture takes too much to open. Please save it as JPEG, up to 4000 pixels wide, and try again.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>

export type Refusal = keyof typeof refusals

export function refused(why: Refusal, cause?: unknown): AppError {
  const [code, sentence] = refusals[why]
  return new AppError(code, sentence, { file: sentence }, { cause })
}
