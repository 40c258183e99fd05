/** Emails as their recipients see them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

export type ReceivedEmail = {
  subject: string
  text: string
  html: string
  /** The links in the text, in order. The first one is the email's call to action. */
  links: string[]
  messageId: string
  replyTo: Email['replyTo']
}

/** Generous: the machine may be busy, and a first attempt that fails is repeated after seconds. */
const timeoutMs = 45_000

/** Waits for the latest email to `address` in the site's outbox folder, `DATA_DIR/outbox`. */
export function waitForOutboxEmail(dataDir: string, address: string): Promise<ReceivedEmail> {
  return waitFor(`an email to ${address}`, async () => {
    const latest = latestEmailTo(address, await readOutbox(join(dataDir, 'outbox')))
    return latest && toReceivedEmail(latest)
  })
}

/** Reads all emails in the folder, oldest first. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
}

/** Returns the last email to `address` whose subject matches `subjectPattern`. */
export const latestEmailTo = (address: string, emails: Email[], subjectPattern = /(?:)/): Email | undefined =>
  emails.findLast(
    ({ to = [], subject = '' }) =>
      subjectPattern.test(subject) && to.some((recipient) => recipient.address === address),
  )

export function toReceivedEmail({
  subject = '',
  text = '',
  html = '',
  messageId = '',
  replyTo,
}: Email): ReceivedEmail {
  return { subject, text, html, messageId, replyTo, links: text.match(/https?:\/\/\S+(?=\n)/g) ?? [] }
}

/** Polls until `poll` returns a value. Throws after 45 seconds, naming `what` was expected. */
export async function waitFor<T>(what: string, poll: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const value = await poll()
    if (value !== undefined) return value
    await delay(25)
  }
  throw new Error(`Timed out waiting for ${what}.`)
}
