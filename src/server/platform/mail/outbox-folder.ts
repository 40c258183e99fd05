/** Where emails are written instead of being sent, and who may read them there. */
import { join } from 'node:path'
import type { Config } from '../../config/environment.ts'

/** Emails are written here if there is no SMTP server. */
export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

export type MailboxSettings = Pick<Config, 'production' | 'smtpUrl' | 'dataDir' | 'publicUrl'>

/** Returns the folder that `/dev/mailbox` shows; null in production, on a public site, or with an SMTP server. */
export const devMailboxFolder = ({ production, smtpUrl, dataDir, publicUrl: url }: MailboxSettings) =>
  production || smtpUrl || url.startsWith('https:') ? null : outboxFolder(dataDir)
