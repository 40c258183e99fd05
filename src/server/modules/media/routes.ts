import { pictureFolder, uploadPath } from '../../../shared/picture.ts'
import type { PictureUpload } from '../../../shared/picture-upload.ts'
import type { ImageHost } from '../../config/storage-url.ts'
import type { Handlers } from '../../platform/http/handlers.ts'

export function pictureRoutes(imageHost: ImageHost | null) {
  const upload: PictureUpload = {
    url: imageHost?.uploadUrl ?? uploadPath,
    // This site makes of every picture the same.
    upload_preset: imageHost?.preset ?? 'corkboard',
    folder: pictureFolder,
  }
  return { getPictureUpload: async () => upload } satisfies Partial<Handlers>
}
