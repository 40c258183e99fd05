/** The process that decodes pictures, one at a time. Started by processing.ts. */
import { serveJobs } from '../../platform/child-process/worker.ts'
import type { Made } from './make-variants.ts'
import type { Refusal } from './picture-errors.ts'

export type Order = { source: string; folder: string }
export type Outcome = { made: Made } | { refused: Refusal; reason: string }

await serveJobs<Order, Outcome>(async () => {
  const { makeVariants, PictureRefusedError, prepareSharp } = await import('./make-variants.ts')
  prepareSharp()
  return async ({ source, folder }) => {
    try {
      return { made: await makeVariants(source, folder) }
    } catch (error) {
      if (error instanceof PictureRefusedError) return { refused: error.why, reason: String(error.cause) }
      throw error
    }
  }
})
