import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './environment.ts'
import { StartError } from './start-error.ts'

/** Returns SECRET or the one in the data folder; null if there is none. */
export const findSecret = ({
  secret,
  dataDir,
}: Pick<Config, 'secret' | 'dataDir'>): Promise<string | null> =>
  secret ? Promise.resolve(secret) : readFile(join(dataDir, 'secret'), 'utf8').catch(() => null)

/** Returns the secret of an existing site. Throws a StartError if there is none: a new one would not be that of the site. */
export async function requireSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  const secret = await findSecret(config)
  if (secret) return secret
  throw new StartError(
    `The folder of DATA_DIR (${config.dataDir}) does not contain the secret of the site. Run the command with the settings of the server, such as --settings=/etc/corkboard.env.`,
  )
}

/** Returns the secret from which keys are derived: SECRET, or one that is created once in the data folder. */
export async function siteSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  const existing = await findSecret({ secret, dataDir })
  if (existing) return existing
  const file = join(dataDir, 'secret')
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
