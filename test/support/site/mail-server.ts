/** An SMTP server that records the emails it receives and can misbehave the way real servers do. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { latestEmailTo, type ReceivedEmail, toReceivedEmail, waitFor } from '../checks/emails.ts'

type SmtpDelivery = {
  /** The envelope recipients, whatever the headers say. */
  recipients: string[]
  /** The raw message. */
  source: string
  email: Email
}

export type MailServer = {
  /** The value for SMTP_URL. */
  url: string
  /** In order of arrival. */
  received: SmtpDelivery[]
  /** Waits for the latest email to `address`. Pass `subjectPattern` to skip earlier emails to the same person. */
  waitForEmail: (address: string, subjectPattern?: RegExp) => Promise<ReceivedEmail>
  /** Refuses connections until `up` listens on the same port again. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Delays the reply to each message by this many milliseconds. */
  setDelay: (milliseconds: number) => void
  /** Replies with this status, such as 450 or 550, to emails for `address`; 0 accepts them again. */
  reject: (address: string, status: number) => void
  close: () => Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: SmtpDelivery[] = []
  const rejections = new Map<string, number>()
  let delayMs = 0

  const listen = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo({ address }, _session, callback) {
        const status = rejections.get(address)
        callback(status ? Object.assign(new Error(`${address} is rejected`), { responseCode: status }) : null)
      },
      async onData(stream, { envelope }, callback) {
        const chunks = await stream.toArray().catch(() => null)
        // The client hung up in the middle of the message, so it was not delivered.
        if (!chunks) return callback(new Error('The message is incomplete.'))
        const source = Buffer.concat(chunks).toString('utf8')
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, source, email: await PostalMime.parse(source) })
        await delay(delayMs, undefined, { ref: false })
        callback()
      },
    })
    // A connection that a test cuts off is not a server error.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))

  let server: SMTPServer | null = await listen(0)
  const { port } = server.server.address() as AddressInfo
  const down = async () => {
    const closing = server
    server = null
    if (closing) await close(closing)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    waitForEmail: (address, subjectPattern) =>
      waitFor(`an email to ${address}${subjectPattern ? ` matching ${subjectPattern}` : ''}`, async () => {
        const emails = received.map(({ email }) => email)
        const latest = latestEmailTo(address, emails, subjectPattern)
        return latest && toReceivedEmail(latest)
      }),
    down,
    async up() {
      server ??= await listen(port)
    },
    setDelay(milliseconds) {
      delayMs = milliseconds
    },
    reject: (address, status) => void rejections.set(address, status),
    close: down,
  }
}
