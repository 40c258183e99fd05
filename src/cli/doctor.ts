import { type Config, findUnknownSettings } from '../server/config/environment.ts'
import { findSecret } from '../server/config/secret.ts'
import { readSettingsOrDefaults } from '../server/modules/settings/service.ts'
import { SchemaTooNewError } from '../server/platform/database/compatibility.ts'
import type { Database } from '../server/platform/database/database.ts'
import { createLogger } from '../server/platform/log.ts'
import { connectForCommand, NoSiteError } from '../server/start-database.ts'
import type { SettingsCommand } from './command.ts'
import { type Check, type Finding, problem, reasonOf } from './doctor/check.ts'
import { checkClock } from './doctor/clock.ts'
import { checkDatabase } from './doctor/database.ts'
import { checkMail, checkQueue } from './doctor/mail.ts'
import { checkReplica } from './doctor/replica.ts'
import { checkInboundMail, checkRedis, checkSearchServers } from './doctor/services.ts'
import { checkSettings } from './doctor/settings.ts'
import { checkSite } from './doctor/site.ts'
import { checkBackupFolder, checkDiskSpace, checkStorage } from './doctor/storage.ts'

export const doctorCommand: SettingsCommand = {
  usage: 'check the settings and everything the site depends on, and say how to fix what is wrong',
  async runWithoutDatabase(config) {
    const connection = await connectForCommand(config, createLogger('fatal')).catch((error: unknown) =>
      unreachableDatabase(config, error),
    )
    if ('result' in connection)
      return report([...checksOfSettings(config), { name: 'Database', run: async () => connection }])
    try {
      // As the owner of the tables: the role that serves the site may have no right to change them.
      return await connection.withoutStatementTimeout((database) =>
        report([...checksOfSettings(config, database), ...checksOfDatabase(database, config)]),
      )
    } finally {
      await connection.stop()
    }
  },
}

async function report(checks: Check[]): Promise<string> {
  const { passed, text } = await runChecks(checks)
  if (!passed) process.exitCode = 1
  return text
}

const checksOfSettings = (config: Config, database?: Database): Check[] => [
  {
    name: 'Settings',
    run: async () =>
      checkSettings(
        config,
        findUnknownSettings(),
        database && (await readSettingsOrDefaults(database, config.siteVariables)),
      ),
  },
  { name: 'Disk', run: () => checkDiskSpace(config) },
  { name: 'Photos', run: () => checkStorage(config) },
  { name: 'Backups', run: () => checkBackupFolder(config) },
  { name: 'Email', run: () => checkMail(config) },
  { name: 'Replies', run: () => checkInboundMail(config) },
  { name: 'Redis', run: () => checkRedis(config) },
  { name: 'Search', run: () => checkSearchServers(config) },
  { name: 'Site', run: async () => checkSite({ config, secret: await findSecret(config) }) },
]

const checksOfDatabase = (database: Database, config: Config): Check[] => [
  { name: 'Database', run: () => checkDatabase(database, config) },
  { name: 'Replica', run: () => checkReplica(database, config) },
  { name: 'Clock', run: () => checkClock(database) },
  { name: 'Queue', run: () => checkQueue(database) },
]

function unreachableDatabase({ databaseUrl, dataDir }: Config, error: unknown): Finding {
  if (error instanceof NoSiteError)
    return problem(error.message, 'Nothing else of the database could be checked.')
  if (error instanceof SchemaTooNewError)
    return problem(error.message, 'An older version of Corkboard does not run on this database.')
  return databaseUrl
    ? problem(
        `The database of DATABASE_URL cannot be used: ${reasonOf(error)}`,
        'Check that PostgreSQL 15 or newer is running, and the host, user, password, and name in DATABASE_URL.',
      )
    : problem(
        `The embedded database cannot be started: ${reasonOf(error)}`,
        `Start the server to see why in its log. The folder ${dataDir} must be readable and writable for its user.`,
      )
}

const marks: Record<Finding['result'], string> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' }

export async function runChecks(checks: Check[]): Promise<{ passed: boolean; text: string }> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      const findings = await run().catch((error: unknown) =>
        problem(
          `This could not be checked: ${reasonOf(error)}`,
          'Fix the other problems first, then try again.',
        ),
      )
      return [findings].flat().map((finding) => ({ name, ...finding }))
    }),
  )
  const findings = results.flat()
  const lines = findings.map(({ name, result, message, fix }) =>
    [`${marks[result]}  ${name}: ${message}`, ...(fix ? [`         → ${fix}`] : [])].join('\n'),
  )
  const problems = findings.filter(({ result }) => result === 'problem').length
  const warnings = findings.filter(({ result }) => result === 'warning').length
  lines.push(
    '',
    problems + warnings === 0 ? 'Everything is fine.' : `Problems: ${problems}. Warnings: ${warnings}.`,
  )
  return { passed: problems === 0, text: lines.join('\n') }
}
