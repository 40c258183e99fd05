/** The `corkboard` command. A failure prints one sentence and sets the exit code to 1. */
import { loadEnvironmentFile, readConfig } from '../server/config/environment.ts'
import { createLogger } from '../server/platform/log.ts'
import { connectForCommand } from '../server/start-database.ts'
import { adminGrant, adminList, adminRevoke } from './admin.ts'
import { backupCommand, scheduledBackupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { demoClear, demoLoad } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { flyersCommand } from './flyers.ts'
import { dryImportCommand, importCommand, lenientImportCommand } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { reindexCommand } from './reindex.ts'
import { forcedRestoreCommand, restoreCommand } from './restore.ts'

const commands: Record<string, Command> = {
  migrate: migrateCommand,
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
  reindex: reindexCommand,
  doctor: doctorCommand,
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { usage: description, argument, optional }]) => {
    const syntax = argument ? `${name} ${optional ? `[${argument}]` : `<${argument}>`}` : name
    return `  ${syntax.padEnd(24)} ${description}`
  })
  return `Usage: corkboard [--settings=<file>] <command>

${lines.join('\n')}

Settings are environment variables. --settings reads those that are not set from a file, such as the server's.
In a checkout, the command is called as npm run corkboard -- <command>.`
}

async function main(allWords: string[]): Promise<string> {
  const { file, words } = takeEnvironmentFile(allWords)
  if (file) await loadEnvironmentFile(file)
  const { command, argument } = parseCommand(words)
  if (!command) throw new Error(`Unknown command "${words.join(' ')}".\n\n${usage()}`)
  const config = readConfig()
  if ('runWithoutDatabase' in command) return command.runWithoutDatabase(config, argument)
  const running = await connectForCommand(config, createLogger('error'))
  try {
    return await running.withoutStatementTimeout((database) => command.run(database, argument, config))
  } finally {
    await running.stop()
  }
}

/** Takes `--settings=FILE` or `--settings FILE` out of the words. */
function takeEnvironmentFile(words: string[]): { file: string | null; words: string[] } {
  const index = words.findIndex((word) => /^--settings(=|$)/.test(word))
  if (index === -1) return { file: null, words }
  const [, attached] = words[index]?.split(/=(.*)/s) ?? []
  const file = attached ?? words[index + 1]
  if (!file) throw new Error('Enter the file of --settings, such as --settings=/etc/corkboard.env.')
  return { file, words: words.toSpliced(index, attached === undefined ? 2 : 1) }
}

/** Options such as `--force` are part of a command's name, wherever they are. */
function parseCommand(words: string[]): { command?: Command | undefined; argument?: string | undefined } {
  const options = words.filter((word) => word.startsWith('--'))
  const rest = words.filter((word) => !word.startsWith('--'))
  const command = commands[[...rest, ...options].join(' ')]
  if (command) return { command }
  const withArgument = commands[[...rest.slice(0, -1), ...options].join(' ')]
  return withArgument?.argument ? { command: withArgument, argument: rest.at(-1) } : {}
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
  process.stdout.write(`${usage()}\n`)
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
