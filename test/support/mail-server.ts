/** An SMTP server that keeps what it is given, and can be told to behave as badly as real ones do. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { newestTo, type ReceivedLetter, toLetter, waitFor } from './letters.ts'

type ReceivedMail = {
  /** To whom the server was told to deliver, whatever the headers say. */
  recipients: string[]
  /** The message as it came. */
  source: string
  mail: Email
}

export type MailServer = {
  /** For SMTP_URL. */
  url: string
  /** In the order in which they came. */
  received: ReceivedMail[]
  /** Waits for the newest letter to this address. Who was written to before says what the letter is about. */
  letterTo: (address: string, about?: RegExp) => Promise<ReceivedLetter>
  /** Refuses connections until it is `up` again, on the same port. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Waits so long before it says that it took a message. */
  slow: (milliseconds: number) => void
  /** Answers this status, such as 450 or 550, to mail for an address; 0 accepts it again. */
  refuse: (address: string, status: number) => void
  close: () => Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, number>()
  let slowness = 0

  const open = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo({ address }, _session, answer) {
        const status = refusals.get(address)
        answer(status ? Object.assign(new Error(`${address} is refused`), { responseCode: status }) : null)
      },
      async onData(stream, { envelope }, answer) {
        const source = Buffer.concat(await stream.toArray()).toString('utf8')
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, source, mail: await PostalMime.parse(source) })
        await delay(slowness, undefined, { ref: false })
        answer()
      },
    })
    // Connections that a test cuts off are no failure of the server.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()))

  let server: SMTPServer | null = await open(0)
  const { port } = server.server.address() as AddressInfo
  const down = async () => {
    const closing = server
    server = null
    if (closing) await close(closing)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    letterTo: (address, about) =>
      waitFor(`a letter to ${address}${about ? ` about ${about}` : ''}`, async () => {
        const mails = received.map(({ mail }) => mail)
        const newest = newestTo(address, mails, about)
        return newest && toLetter(newest)
      }),
    down,
    async up() {
      server ??= await open(port)
    },
    slow(milliseconds) {
      slowness = milliseconds
    },
    refuse: (address, status) => void refusals.set(address, status),
    close: down,
  }
}
