/** Sends emails over SMTP or writes them to a folder. Addresses are objects: in text, a comma would turn one into two. */
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Mailbox } from '../../config/environment.ts'
import type { RenderedEmail } from './layout.ts'

type OutgoingMessage = RenderedEmail & {
  /** The same on every retry, so that the recipient's email client can discard duplicates. */
  id: string
  created: Date
  to: string
  /** Empty if there is none. */
  replyTo: string
}

export type EmailTransport = {
  /** Throws EmailRejectedError if retrying is pointless. Any other error may be temporary. */
  send: (message: OutgoingMessage) => Promise<void>
  close: () => void
}

export class EmailRejectedError extends Error {}

export type Sender = {
  from: Mailbox
  /** Its host is the domain of the Message-IDs. */
  publicUrl: string
}

type SenderConfig = { mailFrom: { name: string | null; address: string } | null; publicUrl: string }

/** Returns the sender as of the moment when an email is sent. */
export const senderOf = ({ mailFrom, publicUrl }: SenderConfig, settings: CurrentSettings): Sender => ({
  get from() {
    const { name, contactEmail } = settings()
    return { name: mailFrom?.name ?? name, address: mailFrom?.address ?? contactEmail }
  },
  publicUrl,
})

/** Gives up on an unresponsive server before it can block a worker for long. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Emails contain no attachments, so nodemailer needs no access to files or URLs. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true }

export function createSmtpTransport(url: string, sender: Sender): EmailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxMessages: 50,
    // Delivery decides when to retry.
    maxRequeues: 0,
    ...timeouts,
    ...noExternalContent,
  })
  return {
    async send(message) {
      const envelope = compose(message, sender)
      await transport.sendMail(envelope).catch((error: unknown) => {
        throw isRejection(error) ? new EmailRejectedError(error.message, { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { responseCode?: number; command?: string }

/**
 * Returns whether the server permanently rejected this email or its recipient. A rejected password or sender is not final:
 * the operator can fix it while the email waits.
 */
function isRejection(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

/** Writes each email to an .eml file, in a folder that only this user may read. */
export function createFolderTransport(folder: string, sender: Sender): EmailTransport {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    ...noExternalContent,
  })
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(compose(message, sender))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The folder may already exist with other permissions.
      await chmod(folder, 0o700)
      const file = join(folder, fileName(message))
      const tempFile = `${file}.part`
      await writeFile(tempFile, content as Buffer, { mode: 0o600 })
      await rename(tempFile, file)
    },
    close: () => {},
  }
}

/** Sorting by name sorts by creation time. */
const fileName = ({ created, id }: OutgoingMessage) =>
  `${created.toISOString().replace(/[:.]/g, '-')}-${id}.eml`

function compose(message: OutgoingMessage, { from, publicUrl }: Sender) {
  const { id, created, to, replyTo, subject, fromName = from.name, html, text, unsubscribe } = message
  return {
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: created,
    from: { ...from, name: fromName },
    to: mailboxOf(to),
    ...(replyTo && { replyTo: mailboxOf(replyTo) }),
    subject,
    html,
    text,
    // Both ask auto-responders, such as vacation notices, not to reply. Exchange knows only the second one.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // One-click unsubscription (RFC 8058).
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

function mailboxOf(address: string): Mailbox {
  if (!/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/.test(address))
    throw new EmailRejectedError('This is not a single email address.')
  return { name: '', address }
}
