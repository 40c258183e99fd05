/**
 * The way out for mail: over SMTP, or into a folder. Addresses are handed on as objects, never as text, in which a
 * comma would make two recipients of one.
 */
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailbox } from '../../config/environment.ts'

type MailMessage = {
  /** The same each time that the same mail is sent, so that whoever gets it twice can tell. */
  id: string
  created: Date
  to: string
  /** Empty for none. */
  replyTo: string
  subject: string
  html: string
  text: string
}

export type EmailTransport = {
  /** Throws EmailRejectedError when trying again is of no use; anything else that it throws may pass. */
  send: (message: MailMessage) => Promise<void>
  close: () => void
}

export class EmailRejectedError extends Error {}

export type Sender = {
  from: Mailbox
  /** Of this host the mails' ids are. */
  publicUrl: string
}

/** A server that says nothing is given up on long before anybody would notice a worker missing. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** No mail is big or holds anything of a file or an address of ours. */
const closed = { disableFileAccess: true, disableUrlAccess: true }

export function createSmtpTransport(url: string, sender: Sender): EmailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxMessages: 50,
    // When to try again is decided by who sends, and told there.
    maxRequeues: 0,
    ...timeouts,
    ...closed,
  })
  return {
    async send(message) {
      const envelope = compose(message, sender)
      await transport.sendMail(envelope).catch((error: unknown) => {
        throw isRefusal(error) ? new EmailRejectedError(error.message, { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { responseCode?: number; command?: string }

/**
 * Whether the server will not have this mail, or not for this recipient. A refused password or sender is ours to mend,
 * and the mail waits for it.
 */
function isRefusal(error: unknown): error is SmtpError {
  const { responseCode = 0, command = '' } = error as SmtpError
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

/** Writes each mail to a file that any mail program opens, in a folder that only this user may read. */
export function createFolderTransport(folder: string, sender: Sender): EmailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...closed })
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(compose(message, sender))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // It may have been there before, with other rights.
      await chmod(folder, 0o700)
      const file = join(folder, fileName(message))
      const unfinished = `${file}.part`
      await writeFile(unfinished, content as Buffer, { mode: 0o600 })
      await rename(unfinished, file)
    },
    close: () => {},
  }
}

/** Sorted by name they are in the order in which they were written. */
const fileName = ({ created, id }: MailMessage) => `${created.toISOString().replace(/[:.]/g, '-')}-${id}.eml`

function compose(message: MailMessage, { from, publicUrl }: Sender) {
  const { id, created, to, replyTo, subject, html, text } = message
  return {
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: created,
    from,
    to: mailboxOf(to),
    ...(replyTo && { replyTo: mailboxOf(replyTo) }),
    subject,
    html,
    text,
    // Asks programs that answer by themselves, such as holiday notices, not to.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function mailboxOf(address: string): Mailbox {
  if (!/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/.test(address))
    throw new EmailRejectedError('This is not the address of one mailbox.')
  return { name: '', address }
}
