/** Sends emails over SMTP as mail servers do, to the site's own listener. */
import { createTransport } from 'nodemailer'

type ReplyOptions = {
  port: number
  from: string
  to: string | string[]
  text?: string
  html?: string
  headers?: Record<string, string>
  messageId?: string
  /** The envelope's sender, if it is not `from`; empty for a bounce. */
  envelopeFrom?: string
  raw?: string | Buffer
}

/** Returns the status of the server's last response. */
export async function sendEmail({
  port,
  from,
  to,
  envelopeFrom,
  raw,
  ...message
}: ReplyOptions): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, connectionTimeout: 5_000 })
  const envelope = { from: envelopeFrom ?? from, to }
  try {
    const { response } = await transport.sendMail(
      raw === undefined ? { from, to, subject: 'Re: message', envelope, ...message } : { envelope, raw },
    )
    return Number(response.slice(0, 3))
  } catch (error) {
    const { responseCode } = error as { responseCode?: number }
    if (responseCode === undefined) throw error
    return responseCode
  } finally {
    transport.close()
  }
}
