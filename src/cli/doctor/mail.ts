import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Config } from '../../server/config/environment.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { formatCount } from '../../shared/format.ts'
import { type Finding, type Findings, ok, problem, reasonOf, warning } from './check.ts'

const timeoutMs = 10_000

export async function checkMail({ smtpUrl }: Config): Promise<Findings> {
  if (!smtpUrl) return ok('SMTP_URL is not set: emails are written to files.')
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const { hostname } = new URL(smtpUrl)
  try {
    await transport.verify()
    return ok(
      `${hostname} accepts the connection and the password. To see whether emails arrive, send a test message from the settings on the dashboard.`,
    )
  } catch (error) {
    return problem(`${hostname} does not accept emails: ${reasonOf(error)}`, fixFor(error))
  } finally {
    transport.close()
  }
}

function fixFor(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EAUTH')
    return 'Check the user and the password in SMTP_URL. Write % and @ in them as %25 and %40.'
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'Check the name of the mail server in SMTP_URL.'
  return 'Check the host and the port in SMTP_URL (587 with smtp://, 465 with smtps://), and that this machine may connect to it.'
}

/** Emails that wait for more than an hour mean that delivery does not work. */
export async function checkQueue({ kysely }: Database): Promise<Findings> {
  const { rows } = await sql<{ waiting: number; failed: number; error: string | null }>`
    select count(*) filter (where status = 'queued' and created < now() - interval '1 hour')::int as waiting,
      count(*) filter (where status = 'failed' and finished > now() - interval '1 day')::int as failed,
      max(last_error) filter (where status = 'queued' and created < now() - interval '1 hour') as error
    from outbox_email`.execute(kysely)
  const { waiting = 0, failed = 0, error = '' } = rows[0] ?? {}
  const findings: Finding[] = []
  if (waiting > 0)
    findings.push(
      problem(
        `${formatCount(waiting, 'email has', 'emails have')} been waiting for more than an hour${error ? ` (${error})` : ''}.`,
        'Start the server, which sends them. If it is running, look for send_email in its log.',
      ),
    )
  if (failed > 0)
    findings.push(
      warning(
        `${formatCount(failed, 'email of the last day was', 'emails of the last day were')} rejected.`,
        'See the failed messages on the dashboard, and that MAIL_FROM is an address your mail server may send from.',
      ),
    )
  return findings
}
