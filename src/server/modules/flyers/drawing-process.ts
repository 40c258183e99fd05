/** The child process that draws, one job at a time. Started by drawings.ts. */
import { serveJobs } from '../../platform/child-process/worker.ts'

export type DrawingJob = {
  template: 'site-flyer' | 'listing-flyer' | 'share-picture' | 'site-picture'
  format: 'pdf' | 'jpeg'
  /** The template's data, as JSON. `link` is also drawn as a QR code. */
  facts: Record<string, unknown> & { link?: string }
  /** The picture of the listing. */
  photo: Buffer | null
}

await serveJobs<DrawingJob, { file: Uint8Array }>(async () => {
  const { createDraw } = await import('./draw.ts')
  const draw = createDraw()
  return async (job) => ({ file: await draw(job) })
})
