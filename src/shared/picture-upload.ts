import * as z from 'zod/mini'
import { pictureFormats } from './picture.ts'

/** What an upload answers, in the words that image hosts use. */
export const PictureSchema = z.object({
  /** What a listing's `images` take. */
  secure_url: z.string(),
  public_id: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.enum(pictureFormats),
  bytes: z.int(),
})
export type Picture = z.infer<typeof PictureSchema>

/** Where forms send pictures, and what they send along (specification, section 7). */
export const PictureUploadSchema = z.object({
  url: z.string(),
  upload_preset: z.string(),
  folder: z.string(),
})
export type PictureUpload = z.infer<typeof PictureUploadSchema>
