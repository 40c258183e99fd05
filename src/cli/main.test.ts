import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readPdf } from '../../test/support/checks/pdf.ts'
import { slowUnless } from '../../test/support/checks/slow.ts'
import { createUser } from '../../test/support/data/accounts.ts'
import { createDatabase } from '../../test/support/site/app.ts'
import { runCommand } from '../../test/support/site/command.ts'
import { readConfig } from '../server/config/environment.ts'
import { pageAuditLog } from '../server/modules/audit/service.ts'
import type { Database } from '../server/platform/database/database.ts'
import { adminGrant, adminList } from './admin.ts'

let database: Database
let address: string
beforeAll(async () => {
  ;({ database, address } = await createDatabase())
})

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `corkboard` with these arguments on the test's database. */
function corkboard(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const command = spawn(process.execPath, ['src/cli/main.ts', ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: address, NODE_ENV: 'test' },
    })
    const output = { stdout: '', stderr: '' }
    command.stdout.on('data', (text) => {
      output.stdout += text
    })
    command.stderr.on('data', (text) => {
      output.stderr += text
    })
    command.on('close', (code) => resolve({ code, ...output }))
  })
}

describe('corkboard admin', () => {
  // A command that starts a process takes a second, so only some do.
  test('grants, lists and revokes', { timeout: 180_000 }, async () => {
    const { email } = await createUser(database)
    await createUser(database, { email: 'other@example.com', isAdmin: true })
    expect(await corkboard('admin', 'grant', email)).toMatchObject({
      code: 0,
      stdout: `${email} is now an admin. They have been signed out everywhere and need to sign in again.\n`,
    })
    const config = readConfig({ NODE_ENV: 'test' })
    expect(await adminGrant.run(database, email, config)).toBe(`${email} is already an admin.`)
    expect(await adminGrant.run(database, 'New@Example.com', config)).toMatch(
      /^new@example\.com has no account yet/,
    )
    const { code, stdout } = await corkboard('admin', 'list')
    expect(code).toBe(0)
    expect(stdout).toContain(`${email}  Ada Park\n`)
    expect(stdout).toContain('new@example.com  (not signed up yet)')
    expect(await corkboard('admin', 'revoke', email)).toMatchObject({
      code: 0,
      stdout: `${email} is no longer an admin.\n`,
    })
    expect(await adminList.run(database, undefined, config)).not.toContain(email)
    const { rows } = await pageAuditLog(database, { page: 1, limit: 10 }, null)
    expect(rows.map(({ by, action, target }) => [by, action, target])).toEqual([
      ['command line', 'admin.remove', email],
      ['command line', 'admin.add', 'new@example.com'],
      ['command line', 'admin.add', email],
    ])
  })

  const failing: [command: string, message: string][] = [
    ['admin revoke other@example.com', 'This is the last admin.'],
    ['admin praise a@example.com', 'Unknown command "admin praise a@example.com".'],
    ['restore --force=false site.tar.zst', 'Unknown command "restore --force=false site.tar.zst".'],
    ['admin grant', 'Enter one such as'],
    ['admin grant nobody', '"nobody" is not an email address'],
    ['admin revoke nobody@example.com', 'nobody@example.com is not an admin.'],
  ]
  for (const [index, [command, message]] of failing.entries())
    test(`“${command}” fails with a message`, slowUnless(index === 0), async () => {
      const { code, stdout, stderr } = await corkboard(...command.split(' '))
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/at .*\.ts:\d/)
    })
})

describe('a command without a site', () => {
  const commands = [
    ...['admin grant a@example.org', 'backup', 'doctor', 'migrate', 'demo load', 'demo clear'],
    ...['admin revoke a@example.org', 'admin list', 'backup --schedule', 'import -', 'reindex'],
  ]
  for (const [index, command] of commands.entries())
    test(`“${command}” creates no database, and says so`, slowUnless(index < 2), async () => {
      const folder = await mkdtemp(join(tmpdir(), 'corkboard-empty-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const DATA_DIR = index % 2 === 0 ? folder : join(folder, 'new')
      const { code, output, problem } = await runCommand(command.split(' '), { DATABASE_URL: '', DATA_DIR })
      expect(code).toBe(1)
      expect(output + problem).toContain(`There is no site in DATA_DIR (${DATA_DIR})`)
      expect(output + problem).toContain('--settings=/etc/corkboard.env')
      expect(output + problem).not.toMatch(/at .*\.ts:\d|migrate/)
      // Doctor tries to store a picture.
      expect((await readdir(folder)).filter((name) => name !== 'pictures')).toEqual([])
    })

  test('reports that an external database is empty', { tags: ['slow'], timeout: 180_000 }, async () => {
    const { database: empty, address: DATABASE_URL } = await createDatabase('empty')
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-empty-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    for (const command of ['admin list', 'backup'])
      expect(await runCommand(command.split(' '), { DATABASE_URL, DATA_DIR: folder })).toMatchObject({
        code: 1,
        output: '',
        problem: expect.stringMatching(/^The database contains no site\. .*\n$/),
      })
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(empty.kysely)
    expect(rows).toEqual([])
    expect(await runCommand(['migrate'], { DATABASE_URL, DATA_DIR: folder })).toMatchObject({ code: 0 })
  })
})

describe('corkboard --settings', () => {
  test('reads the settings of the server, except those that are set', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-env-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'corkboard.env')
    await writeFile(file, `# Settings\nDATABASE_URL=${address}\nSITE_SLUG=No Sense\n`)
    const settings = { DATA_DIR: folder, SITE_SLUG: 'elm' }
    expect(await runCommand([`--settings=${file}`, 'admin', 'list'], settings)).toMatchObject({
      code: 0,
      problem: '',
    })
    expect(await runCommand(['admin', 'list', `--settings=${file}`], { DATA_DIR: folder })).toMatchObject({
      code: 1,
      problem: expect.stringContaining('SITE_SLUG must have only'),
    })
    expect(await readdir(folder)).toEqual(['corkboard.env'])
  })

  test('can be two arguments, and name a file that can be read', { tags: ['slow'] }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-env-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'corkboard.env')
    await writeFile(file, `DATABASE_URL=${address}\n`)
    const settings = { DATA_DIR: folder }
    expect(await runCommand(['--settings', file, 'admin', 'list'], settings)).toMatchObject({
      code: 0,
      problem: '',
    })
    expect(await runCommand(['--settings=/nowhere.env', 'admin', 'list'], settings)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^The file \/nowhere\.env of --settings cannot be read: .*\n$/),
    })
  })
})

describe('corkboard flyers', () => {
  test('writes both for the URL of the site, without a database', {
    tags: ['slow'],
    timeout: 180_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-flyers-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { code, stdout } = await corkboard('flyers', join(folder, 'print'))
    expect(stdout).toContain('Wrote the flyers for http://localhost:3000:')
    expect(code).toBe(0)
    for (const audience of ['sellers', 'neighbors']) {
      const flyer = await readPdf(await readFile(join(folder, 'print', `${audience}.pdf`)))
      expect(flyer).toMatchObject({ pages: 1, code: 'http://localhost:3000' })
    }
  })

  test('requires a folder', { tags: ['slow'] }, async () => {
    expect(await corkboard('flyers')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('folder'),
    })
  })
})

describe('corkboard doctor', () => {
  test('reports problems and sets the exit code', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-doctor-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const settings = { DATABASE_URL: address, NODE_ENV: 'test', DATA_DIR: folder, PORT: '1' }
    const fine = await runCommand(['doctor'], settings)
    expect(fine.output).toContain('ok       Database: The database is up to date.')
    expect(fine.output).toContain('warning  Site: http://localhost:1 cannot be reached')
    expect(fine.code).toBe(0)
    const broken = await runCommand(['doctor'], { ...settings, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
    expect(broken.output).toContain('PROBLEM  Database: The database of DATABASE_URL cannot be used')
    expect(broken.code).toBe(1)
  })
})
