/** Settings that are valid but do not fit together, or not for a public site. */
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Config } from '../../server/config/environment.ts'
import { type SettingsState, settingsFrom } from '../../server/modules/settings/service.ts'
import { type Finding, type Findings, ok, problem, warning } from './check.ts'

/** `unknown` are sentences about variables that seem to be misspelled settings. Without a database, `site` is what the environment says. */
export async function checkSettings(
  config: Config,
  unknown: string[] = [],
  site: SettingsState = settingsFrom(config.siteVariables),
): Promise<Findings> {
  const findings = [
    unknown.map((sentence) => warning(sentence, 'Correct the name, or remove the variable.')),
    site.problems.map(({ sentence }) =>
      problem(sentence, 'Correct the variable, or the setting on the dashboard.'),
    ),
    config.production ? [...checkProduction(config, site)] : [],
    checkBackups(config),
    await checkSecret(config),
  ].flat()
  return findings.length > 0 ? findings : ok('All settings are valid.')
}

const isLocal = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

function* checkProduction(
  { publicUrl, trustProxy, smtpUrl }: Config,
  { settings }: SettingsState,
): Generator<Finding> {
  if (isLocal(publicUrl))
    yield problem(
      `PUBLIC_URL is ${publicUrl}: links in emails lead to the reader's own machine.`,
      'Set PUBLIC_URL to the address at which visitors reach the site.',
    )
  else if (!publicUrl.startsWith('https:'))
    yield problem(
      'PUBLIC_URL is not https: passwords are sent in the clear.',
      'Put a proxy with a certificate in front (Caddy does so by itself) and use https in PUBLIC_URL.',
    )
  if (publicUrl.startsWith('https:') && trustProxy === false)
    yield problem(
      'TRUST_PROXY is not set: all visitors appear to have the address of the proxy and share its rate limit.',
      'Set TRUST_PROXY to the addresses of the proxy, such as loopback.',
    )
  if (!smtpUrl)
    yield problem(
      'SMTP_URL is not set: no emails are sent.',
      'Set SMTP_URL to your mail server, then restart.',
    )
  if (settings.contactEmail.endsWith('@localhost'))
    yield warning(
      'CONTACT_EMAIL is not set.',
      'Set it, or the contact email on the dashboard, to an address that receives what visitors write.',
    )
}

function checkBackups({ backup, production, dataDir }: Config): Findings {
  const { folder, key } = backup
  if (!folder)
    return production
      ? warning('BACKUP_URL is not set: there are no scheduled backups.', 'See docs/backup.md.')
      : []
  if (folder.kind === 'folder' && !relative(dataDir, folder.path).startsWith('..'))
    return warning(
      'BACKUP_URL is inside DATA_DIR: whatever destroys the site destroys its backups too.',
      'Set BACKUP_URL to another disk or to a bucket.',
    )
  if (folder.kind === 'bucket' && !key)
    return warning(
      'BACKUP_KEY is not set: anyone who can read the bucket can read all data of the site.',
      'Set BACKUP_KEY. See docs/backup.md.',
    )
  return []
}

async function checkSecret({ secret, dataDir }: Config): Promise<Findings> {
  const file = join(dataDir, 'secret')
  const found = secret ? null : await stat(file).catch(() => null)
  return found && found.mode & 0o077 ? problem(`Other users can read ${file}.`, `Run: chmod 600 ${file}`) : []
}
