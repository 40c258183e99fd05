/** The role without special rights with which the server uses the embedded database, whose owner is a superuser. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appRole } from '../app-role.ts'
import { withClient } from '../session-settings.ts'

const wrongCredentials = /^28/

/** Returns the URL for the role. Creates the role and its password if necessary, as in a data folder of an older version. */
export async function ensureLoginRole(folder: string, ownerUrl: string): Promise<string> {
  const password = await ensurePassword(join(folder, 'postgres.app-password'))
  const url = new URL(ownerUrl)
  url.username = appRole
  url.password = password
  if (!(await canLogIn(url.href))) await createRole(ownerUrl, password)
  return url.href
}

async function ensurePassword(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(() => '')
  if (existing) return existing
  const password = randomBytes(24).toString('hex')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

async function canLogIn(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {})
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && wrongCredentials.test(String(error.code))) return false
    throw error
  }
}

/** The job queue protects its tables by row-level security without policies, which only `bypassrls` passes. */
async function createRole(ownerUrl: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole])
    const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication bypassrls'
    const verb = rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${appRole} ${attributes} password ${client.escapeLiteral(password)}`)
  })
}
