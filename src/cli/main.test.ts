import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPerson } from '../../test/support/accounts.ts'
import { createDatabase } from '../../test/support/app.ts'
import { readPdf } from '../../test/support/pdf.ts'
import type { Database } from '../server/platform/database/database.ts'

let database: Database
let address: string
beforeAll(async () => {
  ;({ database, address } = await createDatabase())
})

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `corkboard` with these words, on the test's database. */
function corkboard(...words: string[]): Promise<{ code: number | null; said: string; complained: string }> {
  return new Promise((resolve) => {
    const command = spawn(process.execPath, ['src/cli/main.ts', ...words], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: address, NODE_ENV: 'test' },
    })
    const heard = { said: '', complained: '' }
    command.stdout.on('data', (text) => {
      heard.said += text
    })
    command.stderr.on('data', (text) => {
      heard.complained += text
    })
    command.on('close', (code) => resolve({ code, ...heard }))
  })
}

describe('corkboard admin', () => {
  // Each command is a process of its own, which takes its second to start.
  test('grants, lists and revokes', { timeout: 60_000 }, async () => {
    const { email } = await createPerson(database)
    await createPerson(database, { email: 'other@example.com', isAdmin: true })
    expect(await corkboard('admin', 'grant', email)).toMatchObject({
      code: 0,
      said: `${email} is an admin now.\n`,
    })
    expect((await corkboard('admin', 'grant', email)).said).toBe(`${email} is an admin already.\n`)
    expect((await corkboard('admin', 'grant', 'New@Example.com')).said).toMatch(
      /^new@example\.com has no profile yet/,
    )
    const { code, said } = await corkboard('admin', 'list')
    expect(code).toBe(0)
    expect(said).toContain(`${email}  Ada Park\n`)
    expect(said).toContain('new@example.com  (not signed up yet)')
    expect(await corkboard('admin', 'revoke', email)).toMatchObject({
      code: 0,
      said: `${email} is no admin any more.\n`,
    })
    expect((await corkboard('admin', 'list')).said).not.toContain(email)
  })

  test.each([
    [['admin', 'grant'], 'Please give one'],
    [['admin', 'grant', 'nobody'], '"nobody" is not an email address'],
    [['admin', 'revoke', 'nobody@example.com'], 'nobody@example.com is not an admin.'],
    [['admin', 'revoke', 'other@example.com'], 'This is the last admin.'],
    [['admin', 'praise', 'a@example.com'], 'There is no command "admin praise a@example.com".'],
  ])('%j fails with a sentence', async (words, sentence) => {
    const { code, said, complained } = await corkboard(...words)
    expect({ code, said }).toEqual({ code: 1, said: '' })
    expect(complained).toContain(sentence)
    expect(complained).not.toMatch(/at .*\.ts:\d/)
  })
})

describe('corkboard flyers', () => {
  test('writes both for the address of the site, and needs no database', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-flyers-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { code, said } = await corkboard('flyers', join(folder, 'print'))
    expect(said).toContain('Written for http://localhost:3000:')
    expect(code).toBe(0)
    for (const audience of ['sellers', 'neighbours']) {
      const flyer = await readPdf(await readFile(join(folder, 'print', `${audience}.pdf`)))
      expect(flyer).toMatchObject({ pages: 1, code: 'http://localhost:3000' })
    }
  })

  test('asks for the folder', async () => {
    expect(await corkboard('flyers')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('folder'),
    })
  })
})
