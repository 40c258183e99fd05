/** The module as the app sees it: where forms send pictures, the upload itself, and the pictures. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { mountPictures } from './mount-pictures.ts'
import { mountUpload } from './mount-upload.ts'
import { createProcessing, type ProcessingLimits } from './processing.ts'
import { pictureRoutes } from './routes.ts'
import { createPictureServing } from './serve.ts'
import { createUploads } from './uploads.ts'
import { clearWorkFolders } from './work-folders.ts'

export type MediaSettings = Pick<Config, 'rateLimit' | 'imageHost'>

/** Where pictures are kept, and where they lie until they are; for tests also what a picture may take. */
export type PictureStorage = {
  store: ImageStore
  workFolder: string
  /** Of those that are drawn for shared links, which can be drawn anew. */
  shareFolder: string
  limits?: Partial<ProcessingLimits>
}

type Parts = {
  config: MediaSettings
  pictures: PictureStorage
  database: Database
  attempts: RateLimiter
  viewerOf: ViewerOf
  log: Logger
}

export function createMedia({ config, pictures, database, attempts, viewerOf, log }: Parts) {
  const { store, workFolder, limits } = pictures
  const processing = createProcessing(log, limits)
  const { rateLimit, imageHost } = config
  return {
    routes: pictureRoutes(imageHost),
    async mount(app: FastifyInstance) {
      await clearWorkFolders(workFolder)
      app.addHook('onClose', () => processing.stop())
      const uploads = createUploads({ database, store, processing, attempts, rateLimit, log })
      await mountUpload(app, { uploads, viewerOf, folder: workFolder })
      mountPictures(app, { viewing: createPictureServing(database, store), viewerOf })
    },
  }
}
