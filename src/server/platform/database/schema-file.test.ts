/** `npm run schema` updates the file. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeTables } from '../../../../test/support/data/schema.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { migrationsFolder } from './migration-files.ts'

const header = `-- The tables after all migrations, for readers: \`npm run schema\` writes this file. The migrations say why, and \`repeatable/\`
-- has the triggers and functions.

`

test('migrations/schema.sql shows the tables as they are', async () => {
  const { database } = await createDatabase()
  await expect(header + (await describeTables(database))).toMatchFileSnapshot(
    fileURLToPath(new URL('schema.sql', migrationsFolder)),
  )
})
