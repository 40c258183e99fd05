import type { PictureUpload } from '../../../shared/contract/posting.ts'
import { pictureFolder, uploadPath } from '../../../shared/picture.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Module } from '../../platform/module.ts'
import type { MachineLocks } from '../../platform/processes/machine-locks.ts'
import { createProcessing } from './processing.ts'
import { mountPictures } from './serve.ts'
import { deleteStaleWorkFolders, type PictureStorage } from './storage.ts'
import { mountUpload } from './upload-route.ts'
import { createUploads, type UploadOptions } from './uploads.ts'

type MediaOptions = Pick<UploadOptions, 'database' | 'rateLimiter' | 'log'> & {
  config: Pick<Config, 'rateLimit' | 'imageHost' | 'publicUrl'>
  pictures: PictureStorage
  reader: Database
  viewerOf: ViewerOf
  metrics: Metrics
  locks: MachineLocks
}

export function mediaModule(options: MediaOptions) {
  const { config, pictures, reader, viewerOf, metrics, locks, log } = options
  const { store, workFolder, limits } = pictures
  const processing = createProcessing(log, metrics, limits, locks)
  return {
    handlers: { getPictureUpload: async () => pictureUpload(config) },
    async mount(app, dispatch) {
      await deleteStaleWorkFolders(workFolder)
      const uploads = createUploads({ ...options, store, processing, rateLimit: config.rateLimit })
      await mountUpload(app, { uploads, viewerOf, workFolder, dispatch, publicUrl: config.publicUrl })
      mountPictures(app, { database: reader, store, viewerOf })
    },
    onClose: () => processing.stop(),
  } satisfies Module
}

const pictureUpload = ({ imageHost }: Pick<Config, 'imageHost'>): PictureUpload => ({
  url: imageHost?.uploadUrl ?? uploadPath,
  // Image hosts require a preset; this site ignores it.
  upload_preset: imageHost?.preset ?? 'corkboard',
  folder: pictureFolder,
})
