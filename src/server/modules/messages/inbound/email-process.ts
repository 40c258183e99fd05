/** The child process that reads emails, one at a time. Started by email-reader.ts. */
import { serveJobs } from '../../../platform/child-process/worker.ts'
import type { ReplyWords } from '../../../platform/mail/reply-marker.ts'
import type { ReadEmail } from './read-email.ts'

export type EmailJob = { source: Uint8Array; words: ReplyWords[] }

await serveJobs<EmailJob, ReadEmail | null>(async () => {
  const { readEmail } = await import('./read-email.ts')
  return ({ source, words }) => readEmail(source, words)
})
