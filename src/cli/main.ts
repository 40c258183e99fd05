/** The `corkboard` command. Each subcommand has a file; each failure is one clear sentence and an exit code of 1. */
import { readConfig } from '../server/config/environment.ts'
import { createLogger } from '../server/platform/log.ts'
import { connectForCommand } from '../server/start-database.ts'
import { adminGrant, adminList, adminRevoke } from './admin.ts'
import type { Command } from './command.ts'
import { demoClear, demoLoad } from './demo.ts'
import { flyersCommand } from './flyers.ts'
import { migrateCommand } from './migrate.ts'

const commands: Record<string, Command> = {
  migrate: migrateCommand,
  'demo load': demoLoad,
  'demo clear': demoClear,
  'admin grant': adminGrant,
  'admin revoke': adminRevoke,
  'admin list': adminList,
  flyers: flyersCommand,
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { usage: text, argument }]) => {
    const words = argument ? `${name} <${argument}>` : name
    return `  ${words.padEnd(20)} ${text}`
  })
  return `Usage: npm run corkboard -- <command>\n\n${lines.join('\n')}`
}

async function main(words: string[]): Promise<string> {
  const { command, argument } = commandOf(words)
  if (!command) throw new Error(`There is no command "${words.join(' ')}".\n\n${usage()}`)
  const config = readConfig()
  if ('runAlone' in command) return command.runAlone(config, argument)
  const running = await connectForCommand(config, createLogger('error'))
  try {
    return await running.withoutStatementTimeout((database) => command.run(database, argument))
  } finally {
    await running.stop()
  }
}

function commandOf(words: string[]): { command?: Command | undefined; argument?: string | undefined } {
  const command = commands[words.join(' ')]
  if (command) return { command }
  const taking = commands[words.slice(0, -1).join(' ')]
  return taking?.argument ? { command: taking, argument: words.at(-1) } : {}
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
  process.stdout.write(`${usage()}\n`)
} else {
  await main(words).then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
}
// The channel to the script that started this process would keep it alive.
process.channel?.unref()
