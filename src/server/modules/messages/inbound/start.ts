/** Starts receiving replies to relayed messages. */
import type { InboundMail } from '../../../config/network-settings.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/log.ts'
import type { ReplyAddresses } from '../reply-address.ts'
import { createSendMessage, type MessagingOptions } from '../send.ts'
import { createReplyReceiver } from './accept-reply.ts'
import { createEmailReader } from './email-reader.ts'
import { listenForMail } from './smtp-listener.ts'

type Options = MessagingOptions & { database: Database; replyAddresses: ReplyAddresses; log: Logger }

export function startReceivingReplies(inboundMail: InboundMail, options: Options) {
  const emails = createEmailReader(options.log)
  const sendMessage = createSendMessage(options)
  const receiver = createReplyReceiver({ ...options, emails, sendMessage, domain: inboundMail.domain })
  const listener = listenForMail(inboundMail, receiver, options.log)
  return {
    listening: listener.listening,
    async stop() {
      await listener.stop()
      await emails.stop()
    },
  }
}
