import type { Database } from '../server/database/database.ts'

/** A subcommand: works on the database and answers the sentence to print. */
export type Command = {
  usage: string
  /** The one word that it takes, as the usage names it. */
  argument?: string
  run: (database: Database, argument?: string) => Promise<string>
}
