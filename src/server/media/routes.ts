import { uploadPath } from '../../shared/picture.ts'
import type { Handlers } from '../http/handlers.ts'

export const pictureRoutes = () =>
  ({
    getPictureUpload: async () => ({ url: uploadPath, upload_preset: 'corkboard', folder: 'ads' }),
  }) satisfies Partial<Handlers>
