/** The child process that draws, one job at a time. Started by drawings.ts. */
import { serveJobs } from '../../platform/child-process/worker.ts'
import type { DrawingJob } from './draw.ts'

await serveJobs<DrawingJob, { file: Uint8Array }>(async () => {
  const { createDraw } = await import('./draw.ts')
  const draw = createDraw()
  return async (job) => ({ file: await draw(job) })
})
