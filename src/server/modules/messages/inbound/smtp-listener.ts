/**
 * Receives emails over SMTP. It accepts only addresses that `requireRecipient` knows, one for each email, and forwards nothing,
 * so it is no open relay. Everything that a stranger can use up has a limit.
 */
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { AppError } from '../../../../shared/errors.ts'
import type { InboundMail } from '../../../config/inbound-mail-settings.ts'
import { networkOf } from '../../../platform/http/client-network.ts'
import type { Logger } from '../../../platform/log.ts'
import type { ReplyReceiver } from './accept-reply.ts'

const smtpLimits = {
  /** Attachments are not passed on, but phones send large signatures. */
  messageBytes: 5 * 1024 * 1024,
  connections: 50,
  connectionsPerNetwork: 5,
  /** Without any data. */
  idleMs: 30_000,
  connectionMs: 300_000,
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
  const open = new Map<string, { network: string; wrong: number; timer: NodeJS.Timeout }>()
  const respond = (work: Promise<unknown>, callback: Callback) =>
    void work.then(
      () => callback(),
      (error: unknown) => callback(toSmtpError(error, log)),
    )

  const server = new SMTPServer({
    name: domain,
    banner: 'Replies only',
    size: limits.messageBytes,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: 5_000,
    authOptional: true,
    // Without a certificate of the operator. A mail server in front can offer encryption.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect(session, callback) {
      const network = networkOf(session.remoteAddress)
      const others = [...open.values()].filter((connection) => connection.network === network)
      if (others.length >= limits.connectionsPerNetwork)
        return callback(smtpError(421, 'Too many connections from your network.'))
      const timer = setTimeout(() => closeConnection(session.id), limits.connectionMs).unref()
      open.set(session.id, { network, wrong: 0, timer })
      callback()
    },
    onClose(session) {
      clearTimeout(open.get(session.id)?.timer)
      open.delete(session.id)
    },
    onRcptTo({ address }, session, callback) {
      if (session.envelope.rcptTo.length > 0)
        return callback(smtpError(452, 'One recipient at a time, please.'))
      const connection = open.get(session.id)
      if (connection && connection.wrong >= limits.wrongRecipients) {
        callback(smtpError(421, 'Too many unknown recipients.'))
        return closeConnection(session.id)
      }
      const check = receiver.requireRecipient(address).catch((error: unknown) => {
        if (connection && error instanceof AppError) connection.wrong += 1
        throw error
      })
      respond(check, callback)
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

/** A limit or a failure of ours is temporary: the sending server tries again. */
function toSmtpError(error: unknown, log: Logger): Error {
  if (error instanceof Error && 'responseCode' in error) return error
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'An email could not be received.')
    return smtpError(451, 'Please try again later.')
  }
  return smtpError(error.code === 'rate_limited' ? 451 : 550, error.message)
}
