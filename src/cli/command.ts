import type { Config } from '../server/config/environment.ts'
import type { Database } from '../server/platform/database/database.ts'

type Usage = {
  usage: string
  /** The name of its argument, if it takes one. */
  argument?: string
  optional?: boolean
  /** Options with a value, and what they mean. */
  options?: Readonly<Record<string, string>>
}

/** The values of a command's options. */
type Options = Readonly<Record<string, string | undefined>>

/** A subcommand that needs the database, which starts if it is not running. `run` returns the text to print. */
export type DatabaseCommand = Usage & {
  /** Whether it also runs on the database of an older version. */
  anyVersion?: boolean
  run: (
    database: Database,
    argument: string | undefined,
    config: Config,
    options?: Options,
  ) => Promise<string>
}

export type SettingsCommand = Usage & {
  runWithoutDatabase: (config: Config, argument?: string) => Promise<string>
}

export type Command = DatabaseCommand | SettingsCommand
