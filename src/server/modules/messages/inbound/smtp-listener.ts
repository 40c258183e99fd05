/**
 * Receives emails over SMTP. It accepts only addresses that `requireRecipient` knows, one for each email, and forwards nothing,
 * so it is no open relay. Everything that a stranger can use up has a limit.
 */
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { AppError, type ErrorCode } from '../../../../shared/errors.ts'
import type { InboundMail } from '../../../config/network-settings.ts'
import type { Logger } from '../../../platform/log.ts'
import type { ReplyReceiver } from './accept-reply.ts'
import { createConnectionShare } from './connection-share.ts'

const smtpLimits = {
  /** Attachments are not passed on, but phones send large signatures. */
  messageBytes: 5 * 1024 * 1024,
  connections: 50,
  connectionsPerNetwork: 5,
  /** Without any data. Mail servers answer within a second. */
  idleMs: 10_000,
  connectionMs: 120_000,
  /** Wrong recipients before the connection is closed. */
  wrongRecipients: 3,
  /** Until the port is free, for example while another process still stops. */
  retryMs: 5_000,
}

type Callback = (error?: Error | null) => void
type Listener = {
  /** Resolves with the port once the server listens. */
  listening: Promise<number>
  stop: () => Promise<void>
}

export function listenForMail(
  { domain, host, port }: InboundMail,
  receiver: ReplyReceiver,
  log: Logger,
  limits = smtpLimits,
): Listener {
  const connections = createConnectionShare(limits, closeConnection)
  const respond = (work: Promise<unknown>, callback: Callback) =>
    void work.then(
      () => callback(),
      (error: unknown) => callback(toSmtpError(error, log)),
    )

  const server = new SMTPServer({
    name: domain,
    banner: 'Replies only',
    size: limits.messageBytes,
    // `connections` decides which ones stay. This is for those that have just arrived.
    maxClients: 2 * limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: 5_000,
    authOptional: true,
    // Without a certificate of the operator. A mail server in front can offer encryption.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect(session, callback) {
      if (connections.add(session.id, session.remoteAddress)) return callback()
      callback(smtpError(421, 'Too many connections. Please try again later.'))
    },
    onClose: (session) => connections.remove(session.id),
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length > 0)
        return callback(smtpError(452, 'One recipient at a time, please.'))
      const connection = connections.get(session.id)
      if (connection && connection.wrongRecipients >= limits.wrongRecipients) {
        callback(smtpError(421, 'Too many unknown recipients.'))
        return closeConnection(session.id)
      }
      const check = async () => {
        try {
          await receiver.requireRecipient(address)
          if (connection) connection.hasRecipient = true
        } catch (error) {
          if (connection && error instanceof AppError && error.code === 'not_found')
            connection.wrongRecipients += 1
          throw error
        }
      }
      respond(check(), callback)
    },
    onData(stream, session, callback) {
      const receive = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) {
          // Beyond the limit, the rest is read and discarded, so that the sender gets the response.
          if (!stream.sizeExceeded) chunks.push(chunk)
        }
        if (stream.sizeExceeded) throw smtpError(552, 'This email is too large.')
        const outcome = await receiver.accept({ ...envelopeOf(session), source: Buffer.concat(chunks) })
        log.info({ outcome }, 'Received an email.')
      }
      respond(receive(), callback)
    },
  })

  function closeConnection(id: string) {
    for (const connection of server.connections) {
      if ((connection as unknown as { id: string }).id === id) connection.close()
    }
  }

  let retry: NodeJS.Timeout | undefined
  let failed = false
  const listening = new Promise<number>((resolve) => {
    const listen = () => server.listen(port, host, () => resolve(portOf(server, port)))
    server.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that ends early is not an error of the server.
      if (server.server.listening || error.syscall !== 'listen') return
      if (!failed) log.error(`Cannot receive email on ${host}:${port} (${error.code}). Trying again.`)
      failed = true
      retry = setTimeout(listen, limits.retryMs).unref()
    })
    listen()
  })
  return {
    listening,
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(retry)
        if (!server.server.listening) return resolve()
        server.close(() => resolve())
      }),
  }
}

function portOf({ server }: SMTPServer, fallback: number): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : fallback
}

function envelopeOf({ envelope: { mailFrom, rcptTo } }: SMTPServerSession) {
  return { envelopeSender: mailFrom ? mailFrom.address : '', recipient: rcptTo[0]?.address ?? '' }
}

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

const temporary: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'unavailable'])

/** A limit or a failure of ours is temporary: the sending server tries again. */
function toSmtpError(error: unknown, log: Logger): Error {
  if (error instanceof Error && 'responseCode' in error) return error
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'An email could not be received.')
    return smtpError(451, 'Please try again later.')
  }
  return smtpError(temporary.has(error.code) ? 451 : 550, error.message)
}
