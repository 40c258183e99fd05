/** The secret from which the site's keys are made: SECRET, else one that is made once and kept in the data folder. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './environment.ts'

export async function siteSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (secret) return secret
  const file = join(dataDir, 'secret')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = randomBytes(32).toString('base64url')
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, made, { mode: 0o600 })
  // Of two processes that start at once one is first: link() does not replace what is there.
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished)
  return readFile(file, 'utf8')
}
