import { readFileSync } from 'node:fs'
import { z } from 'zod'

const PackageSchema = z.object({ version: z.string() })

/** The version of Corkboard, for people. The migrations decide what a database is compatible with. */
export const { version } = PackageSchema.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
)
