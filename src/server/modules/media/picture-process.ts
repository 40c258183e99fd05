/** The child process that decodes pictures, one at a time. Started by processing.ts. */
import { serveJobs } from '../../platform/child-process/worker.ts'
import type { Variants } from './make-variants.ts'
import type { RejectReason } from './validate.ts'

export type PictureJob = { purpose: 'listing' | 'message' | 'profile'; source: string; folder: string }
export type PictureResult = Variants | { rejected: RejectReason; cause: string }

await serveJobs<PictureJob, PictureResult>(async () => {
  const { makePhoto, makeVariants, PictureRejectedError, prepareSharp } = await import('./make-variants.ts')
  prepareSharp()
  return async ({ purpose, source, folder }) => {
    try {
      return await (purpose === 'profile' ? makePhoto : makeVariants)(source, folder)
    } catch (error) {
      if (error instanceof PictureRejectedError) return { rejected: error.reason, cause: String(error.cause) }
      throw error
    }
  }
})
