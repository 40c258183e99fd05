/** Letters as the people get them to whom the site writes. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

export type ReceivedLetter = {
  subject: string
  text: string
  html: string
  /** The addresses in the text, in their order: the first is what the letter is about. */
  links: string[]
  messageId: string
  replyTo: Email['replyTo']
}

const bodyTimeoutMs = 15_000

/** Waits for the newest letter to this address in the outbox of a site, `DATA_DIR/outbox`. */
export function letterInOutbox(dataDir: string, address: string): Promise<ReceivedLetter> {
  return waitFor(`a letter to ${address}`, async () => {
    const newest = newestTo(address, await readOutbox(join(dataDir, 'outbox')))
    return newest && toLetter(newest)
  })
}

/** Oldest first. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
}

/** The last one to this address, of those whose subject is about that. */
export const newestTo = (address: string, mails: Email[], about = /(?:)/): Email | undefined =>
  mails.findLast(
    ({ to = [], subject = '' }) =>
      about.test(subject) && to.some((recipient) => recipient.address === address),
  )

export function toLetter({
  subject = '',
  text = '',
  html = '',
  messageId = '',
  replyTo,
}: Email): ReceivedLetter {
  return { subject, text, html, messageId, replyTo, links: text.match(/https?:\/\/\S+(?=\n)/g) ?? [] }
}

export async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const late = Date.now() + bodyTimeoutMs
  while (Date.now() < late) {
    const found = await look()
    if (found !== undefined) return found
    await delay(25)
  }
  throw new Error(`There never was ${what}.`)
}
