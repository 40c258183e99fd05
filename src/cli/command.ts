import type { Database } from '../server/database/database.ts'

/** A subcommand: works on the database and answers the sentence to print. */
export type Command = { usage: string; run: (database: Database) => Promise<string> }
