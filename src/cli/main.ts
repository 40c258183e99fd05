/** The `corkboard` command. A failure prints one sentence and sets the exit code to 1. */
import '../server/platform/language/reader-language.ts'
import { parseArgs } from 'node:util'
import { loadEnvironmentFile, readConfig } from '../server/config/environment.ts'
import type { Database } from '../server/platform/database/database.ts'
import { isMigrated } from '../server/platform/database/migrate.ts'
import { createLogger } from '../server/platform/log.ts'
import { version } from '../server/platform/version.ts'
import { connectForCommand, requireSite } from '../server/start-database.ts'
import { adminGrant, adminList, adminRevoke } from './admin.ts'
import { backupCommand, scheduledBackupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { demoClear, demoLoad, migrateCommand, reindexCommand } from './database-content.ts'
import { doctorCommand } from './doctor.ts'
import { flyersCommand } from './flyers.ts'
import { dryImportCommand, importCommand, lenientImportCommand } from './import.ts'
import { addPlaces, listPlaces, removePlaces } from './places.ts'
import { forcedRestoreCommand, restoreCommand } from './restore.ts'
import { setupCommand } from './setup.ts'

const commands: Record<string, Command> = {
  migrate: migrateCommand,
  setup: setupCommand,
  'demo load': demoLoad,
  'demo clear': demoClear,
  'admin grant': adminGrant,
  'admin revoke': adminRevoke,
  'admin list': adminList,
  flyers: flyersCommand,
  backup: backupCommand,
  'backup --schedule': scheduledBackupCommand,
  restore: restoreCommand,
  'restore --force': forcedRestoreCommand,
  import: importCommand,
  'import --skip-bad-lines': lenientImportCommand,
  'import --dry-run': dryImportCommand,
  'places add': addPlaces,
  'places remove': removePlaces,
  'places list': listPlaces,
  reindex: reindexCommand,
  doctor: doctorCommand,
}

/** The options of all commands that take a value. */
const valueOptions = Object.fromEntries(
  Object.values(commands).flatMap(({ options = {} }) =>
    Object.keys(options).map((name) => [name, { type: 'string' as const }]),
  ),
)

function usage(): string {
  const lines = Object.entries(commands).flatMap(
    ([name, { usage: description, argument, optional, options = {} }]) => {
      const syntax = argument ? `${name} ${optional ? `[${argument}]` : `<${argument}>`}` : name
      return [
        `  ${syntax.padEnd(24)} ${description}`,
        ...Object.entries(options).map(([option, means]) => `    ${`--${option}=<n>`.padEnd(22)} ${means}`),
      ]
    },
  )
  return `Usage: corkboard [--settings=<file>] <command>

${lines.join('\n')}

Settings are environment variables. --settings reads those that are not set from a file, such as the server's.
In a checkout, the command is called as npm run corkboard -- <command>. corkboard --version prints the version.`
}

async function main(words: string[]): Promise<string> {
  const { settings, command, argument, options = {} } = parseWords(words)
  if (settings !== undefined) {
    if (typeof settings !== 'string' || settings === '')
      throw new Error('Enter the file of --settings, such as --settings=/etc/corkboard.env.')
    await loadEnvironmentFile(settings)
  }
  if (!command) throw new Error(`Unknown command "${words.join(' ')}".\n\n${usage()}`)
  const config = readConfig()
  if ('runWithoutDatabase' in command) return command.runWithoutDatabase(config, argument)
  const running = await connectForCommand(config, createLogger('error'))
  try {
    return await running.withoutStatementTimeout(async (database) => {
      if (!command.anyVersion) await requireMigrated(database)
      return command.run(database, argument, config, options)
    })
  } finally {
    await running.stop()
  }
}

async function requireMigrated(database: Database) {
  await requireSite(database)
  if (!(await isMigrated(database)))
    throw new Error('The database is not up to date. Run `corkboard migrate`, or start the server once.')
}

/** Options other than `--settings`, such as `--force`, are part of a command's name, wherever they are. */
function parseWords(words: string[]) {
  const { values, positionals } = parseArgs({
    args: words,
    options: { settings: { type: 'string' }, ...valueOptions },
    allowPositionals: true,
    strict: false,
  })
  const { settings, ...given } = values
  const options = Object.fromEntries(
    Object.entries(given).filter(([name]) => name in valueOptions),
  ) as Record<string, string>
  const others = Object.entries(given).filter(([name]) => !(name in valueOptions))
  // One with a value, such as `--force=false`, must not pass for the option.
  const flags = others.map(([name, value]) => `--${name}${value === true ? '' : `=${value}`}`)
  const takes = (command: Command | undefined) =>
    command && Object.keys(options).every((name) => name in (command.options ?? {})) ? command : undefined
  const command = takes(commands[[...positionals, ...flags].join(' ')])
  if (command) return { settings, command, options }
  const withArgument = takes(commands[[...positionals.slice(0, -1), ...flags].join(' ')])
  return withArgument?.argument
    ? { settings, command: withArgument, argument: positionals.at(-1), options }
    : { settings }
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
  process.stdout.write(`${usage()}\n`)
} else if (words[0] === '--version') {
  process.stdout.write(`${version}\n`)
} else {
  await main(words).then(
    (message) => message && process.stdout.write(`${message}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
}
// The channel to the parent process would keep this one alive.
process.channel?.unref()
