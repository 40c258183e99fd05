import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './environment.ts'

/** Returns the secret from which keys are derived: SECRET, or one that is created once in the data folder. */
export async function siteSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (secret) return secret
  const file = join(dataDir, 'secret')
  const existing = await readFile(file, 'utf8').catch(() => null)
  if (existing) return existing
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const generated = randomBytes(32).toString('base64url')
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, generated, { mode: 0o600 })
  // If two processes start at once, the first one wins: link() does not replace an existing file.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary)
  return readFile(file, 'utf8')
}

/** Puts the secret of a backup into the data folder. */
export async function replaceSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = join(dataDir, `secret.${randomUUID()}`)
  await writeFile(temporary, secret, { mode: 0o600 })
  await rename(temporary, join(dataDir, 'secret'))
}
