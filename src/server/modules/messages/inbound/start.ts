/** Starts receiving replies to relayed messages, if the site has a domain for them. */
import type { Config } from '../../../config/environment.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createRateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { Logger } from '../../../platform/log.ts'
import { createNotifications } from '../../notifications/service.ts'
import { createSendMessage } from '../send.ts'
import { messagingOptions } from '../service.ts'
import { createReplyReceiver } from './accept-reply.ts'
import { createEmailReader } from './email-reader.ts'
import { listenForMail } from './smtp-listener.ts'

type Settings = Pick<Config, 'product' | 'publicUrl' | 'rateLimit'> & Partial<Pick<Config, 'inboundMail'>>
type Dependencies = { database: Database; secret: string; log: Logger }

export function startReceivingReplies(config: Settings, { database, secret, log }: Dependencies) {
  const { inboundMail, product, publicUrl } = config
  if (!inboundMail) return null
  const options = messagingOptions({
    secret,
    rateLimiter: createRateLimiter(database, config.rateLimit),
    notifications: createNotifications({ secret, product, publicUrl }),
    replyDomain: inboundMail.domain,
  })
  const { replyAddresses } = options
  if (!replyAddresses) return null
  const emails = createEmailReader(log)
  const receiver = createReplyReceiver({
    database,
    replyAddresses,
    rateLimiter: options.rateLimiter,
    emails,
    sendMessage: createSendMessage(options),
    domain: inboundMail.domain,
  })
  const listener = listenForMail(inboundMail, receiver, log)
  return {
    listening: listener.listening,
    async stop() {
      await listener.stop()
      await emails.stop()
    },
  }
}
