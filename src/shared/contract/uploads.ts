/** The uploads: forms with one file. They are no calls, because their bodies are streamed to disk; the API reference describes them. */
import * as z from 'zod/mini'
import { messagePhotoFolder } from '../message-photo.ts'
import { pictureFolder, pictureFormats } from '../picture.ts'
import { photoFolder } from '../profile-photo.ts'
import { CalendarFileReplySchema } from './imported-calendars.ts'

/** With the field names of image hosts. */
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

export const ProfilePhotoSchema = z.object({
  /** A path of this site. */
  photo: z.string(),
})
export type ProfilePhoto = z.infer<typeof ProfilePhotoSchema>

export type Upload = {
  path: string
  operationId: string
  summary: string
  /** The JSON schemas of the fields of the form besides `file`. */
  fields: Record<string, object>
  status: 200 | 201
  reply: z.ZodMiniType
  /** What each status of an error means. */
  errors: Record<number, string>
}

const errors = {
  401: 'The request has no session.',
  413: 'The file is too large.',
}
const pictureErrors = {
  ...errors,
  400: 'The request is not a form with one file.',
  415: 'The file is not a picture in a supported format.',
  422: 'The picture is damaged or empty.',
  429: 'The upload limit is reached.',
  503: 'The picture storage is not available.',
}

export const uploads: Upload[] = [
  {
    path: '/images',
    operationId: 'uploadPicture',
    summary: 'Uploads one picture. Pass its `secure_url` in the `images` of a listing.',
    fields: { upload_preset: { type: 'string' }, folder: { type: 'string', enum: [pictureFolder] } },
    status: 201,
    reply: PictureSchema,
    errors: pictureErrors,
  },
  {
    path: '/message-photo',
    operationId: 'uploadMessagePhoto',
    summary:
      'Uploads one photo of a message. Pass its `secure_url` in the `photos` of the message, within a day; until then, nobody gets it.',
    fields: { folder: { type: 'string', enum: [messagePhotoFolder] } },
    status: 201,
    reply: PictureSchema,
    errors: pictureErrors,
  },
  {
    path: '/profile-photo',
    operationId: 'uploadProfilePhoto',
    summary: 'Uploads your profile photo, cropped to a square. It replaces the current one.',
    fields: { folder: { type: 'string', enum: [photoFolder] } },
    status: 201,
    reply: ProfilePhotoSchema,
    errors: pictureErrors,
  },
  {
    path: '/imported-calendar-file',
    operationId: 'uploadCalendar',
    summary:
      'Imports the upcoming events of a calendar file of up to 2 MB as drafts, and says what it could not read.',
    fields: {},
    status: 200,
    reply: CalendarFileReplySchema,
    errors: {
      ...errors,
      400: 'The request is not a form with a calendar.',
      429: 'The limit is reached.',
    },
  },
]
