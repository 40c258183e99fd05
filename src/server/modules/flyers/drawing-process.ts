/** The process that draws, one drawing at a time. Started by drawings.ts. */
import { serveJobs } from '../../platform/child-process/worker.ts'

export type DrawingOrder = {
  template: 'flyer' | 'listing-flyer' | 'share-picture' | 'site-picture'
  as: 'pdf' | 'jpeg'
  /** What the template is told, as JSON; `link` also as a QR code. */
  facts: Record<string, unknown> & { link?: string }
  /** The picture of the listing. */
  photo: Buffer | null
}

await serveJobs<DrawingOrder, { drawn: Uint8Array }>(async () => {
  const { createDraw } = await import('./draw.ts')
  const draw = createDraw()
  return async (order) => ({ drawn: await draw(order) })
})
