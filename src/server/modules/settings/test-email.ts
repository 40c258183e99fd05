/** A message to the admin who asks for it, to see whether emails arrive. It is sent at once, so that the mail server's reply can be shown. */

import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { toSingleLine } from '../../../shared/text-normalization.ts'
import { t } from '../../../shared/translate.ts'
import type { Config } from '../../config/environment.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { renderEmail } from '../../platform/mail/layout.ts'
import { senderOf as senderWithLook } from '../look/service.ts'

export type TestEmailOptions = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>
  settings: CurrentSettings
  rateLimiter: RateLimiter
  clock: Clock
}

/** Returns the address. Throws `conflict` with what the mail server says, if it does not accept the message. */
export async function sendTestEmail(options: TestEmailOptions, { viewer }: AuthedContext): Promise<string> {
  const { config, settings, rateLimiter, clock } = options
  const { smtpUrl, publicUrl } = config
  if (!smtpUrl)
    throw new AppError(
      'conflict',
      t(
        'SMTP_URL is not set, so the site sends no emails. Set it to your mail server, and restart the site.',
      ),
    )
  await rateLimiter.consume('testEmailByAccount', viewer.accountId)
  const { name } = settings()
  const content = renderEmail(senderWithLook(settings(), publicUrl), {
    subject: t('Test message from {site}', { site: name }),
    paragraphs: [
      t('This message shows that {site} can send emails. You asked for it in the settings.', { site: name }),
    ],
    notes: [],
  })
  // Only here does a process that serves visitors send anything.
  const { createSmtpTransport, senderOf } = await import('../../platform/mail/transport.ts')
  const transport = createSmtpTransport(smtpUrl, senderOf(config, settings))
  try {
    await transport.send({ ...content, id: uuid(), created: clock(), to: viewer.email, replyTo: '' })
  } catch (error) {
    throw new AppError('conflict', describeFailure(error as SmtpError, new URL(smtpUrl).hostname))
  } finally {
    transport.close()
  }
  return viewer.email
}

type SmtpError = Error & { code?: string; response?: string; cause?: SmtpError }

const maxReplyLength = 300

function describeFailure(error: SmtpError, host: string): string {
  const { code, response, message } = error.cause ?? error
  const said = `“${toSingleLine(response ?? message).slice(0, maxReplyLength)}”`
  if (code === 'EAUTH')
    return t('{host} does not accept the user or the password of SMTP_URL. It says: {said}', { host, said })
  if (response) return t('{host} does not accept the message. It says: {said}', { host, said })
  return t('{host} cannot be reached: {said}. Check the host and the port in SMTP_URL.', { host, said })
}
