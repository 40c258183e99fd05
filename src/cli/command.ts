import type { Config } from '../server/config/environment.ts'
import type { Database } from '../server/platform/database/database.ts'

type Usage = {
  usage: string
  /** The one word that it takes, as the usage names it. */
  argument?: string
}

/** A subcommand that works on the database, which is started for it if need be. Answers the sentence to print. */
export type DatabaseCommand = Usage & { run: (database: Database, argument?: string) => Promise<string> }

/** A subcommand that needs nothing but the settings. */
export type SettingsCommand = Usage & { runAlone: (config: Config, argument?: string) => Promise<string> }

export type Command = DatabaseCommand | SettingsCommand
