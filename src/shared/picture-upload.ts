import * as z from 'zod/mini'
import { pictureFormats } from './picture.ts'

/** The response to an upload, with the field names of image hosts. */
export const PictureSchema = z.object({
  /** The URL to pass in the `images` of a listing. */
  secure_url: z.string(),
  public_id: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.enum(pictureFormats),
  bytes: z.int(),
})
export type Picture = z.infer<typeof PictureSchema>

/** The upload URL, and the form fields to send with each picture (specification, section 7). */
export const PictureUploadSchema = z.object({
  url: z.string(),
  upload_preset: z.string(),
  folder: z.string(),
})
export type PictureUpload = z.infer<typeof PictureUploadSchema>
