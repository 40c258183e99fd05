/** Photos of messages: processed like those of ads, at addresses where only the two people of the conversation get them. */
import { type PictureUrlParts, parsePictureUrl, picturesPath, pictureUrl } from './picture.ts'

/** Where this site accepts them. */
export const messagePhotoUploadPath = '/api/message-photo'
/** The folder that uploads may name. */
export const messagePhotoFolder = 'messages'
export const messagePhotosPath = '/message-photos/'

/** Where a form is sent that can have photos, of a form that is sent to `path` without them. */
export const photoFormPath = (path: string) => `${path}/photos`

export const messagePhotoUrl = (parts: PictureUrlParts): string =>
  pictureUrl(parts).replace(picturesPath, messagePhotosPath)

/** Parses the path of such a photo. Returns null for any other path. */
export const parseMessagePhoto = (path: string): PictureUrlParts | null =>
  path.startsWith(messagePhotosPath) ? parsePictureUrl(path.replace(messagePhotosPath, picturesPath)) : null
