/** What can be checked quickly of the documents for operators. sandbox.test.ts runs their commands. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settingNames } from '../../src/server/config/environment.ts'
import { parseEnvironmentFile } from '../../src/server/config/environment-file.ts'
import { builtInFields } from '../../src/shared/listing-fields/built-in.ts'
import { shippedFields } from '../../src/shared/listing-fields/shipped.ts'
import { registerCleanup } from '../support/site/app.ts'
import { blocksFor, classifiedIds, readBlocks, readDocument } from './blocks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
const blocks = blocksFor('quick')

test('somebody runs every block of the documents, or a reason says why not', () => {
  expect(classifiedIds).toEqual(readBlocks().map(({ id }) => id))
})

test('every folder that the README lists exists', () => {
  const folders = blocks.take('README.md, Where to find things 1').match(/^[a-z/-]+\/(?=[, ])/gm) ?? []
  expect(folders.length).toBeGreaterThan(10)
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([])
  expect(blocks.left()).toEqual([])
})

test('every setting is documented, and every documented setting exists', () => {
  const guides = ['operating', 'backup', 'monitoring', 'scaling'].map((name) =>
    readDocument(`docs/${name}.md`),
  )
  const rows = guides.flatMap((guide) => guide.match(/^\| `[A-Z][A-Z_]+`.*/gm) ?? [])
  const documented = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z_]+/g) ?? [])
  // OpenTelemetry reads these itself.
  const foreign = ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES']
  const internal = ['DEV_SERVER', 'EMBEDDED_DATABASE_URL', 'SEARCH_SOCKET', 'WORKER_NUMBER']
  expect(new Set(documented)).toEqual(
    new Set([...settingNames.filter((name) => !internal.includes(name)), ...foreign]),
  )
})

const usage = () => {
  const folder = mkdtempSync(join(tmpdir(), 'corkboard-bin-'))
  registerCleanup(() => rm(folder, { recursive: true }))
  // A package that loads its configuration from the current folder must not see it.
  writeFileSync(join(folder, 'package.json'), 'not JSON')
  symlinkSync(join(root, manifest.bin.corkboard), join(folder, 'corkboard'))
  return execFileSync(join(folder, 'corkboard'), ['help'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
}

test('every command in the documents exists, and corkboard runs through a link without Node in the path', () => {
  const commands = [...usage().matchAll(/^ {2}(\S+( [a-z]+)?)/gm)].map(([, name = '']) => name)
  expect(commands).toContain('admin grant')
  const code = [...classifiedIds, 'CONTRIBUTING.md'].map((id) => id.split(',')[0] ?? '')
  for (const file of new Set(code)) {
    const text = readDocument(file)
    for (const [call, script = ''] of text.matchAll(/`npm run (?!-)([\w:-]+)/g))
      expect(manifest.scripts, `${file}: ${call}`).toHaveProperty([script])
    for (const [call, , words = ''] of text.matchAll(/`(npm run )?corkboard (?:-- )?([a-z]+( [a-z]+)?)/g))
      expect(
        commands.some((name) => words === name || words.split(' ')[0] === name),
        `${file}: ${call}`,
      ).toBe(true)
  }
})

type Service = { environment: Record<string, string>; env_file: string; volumes: string[] }

test('compose.yaml passes every setting of .env to the site, but for what only the container knows', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const passedOn = (name: string) => services[name] as Service
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']
  for (const [name, own] of Object.entries({
    site: fixed,
    'site-with-postgres': [...fixed, 'DATABASE_URL'],
  })) {
    const { environment, env_file: file, volumes } = passedOn(name)
    expect(file).toBe('.env')
    expect(volumes).toEqual(['data:/data', 'backups:/backups'])
    const replaced = Object.entries(environment).filter(([key, value]) => !`${value}`.includes(`\${${key}:`))
    expect(replaced.map(([key]) => key).sort()).toEqual(own.sort())
    expect(Object.keys(environment).filter((key) => !settingNames.includes(key))).toEqual([])
  }
  // A value in .env would otherwise replace that of the image.
  const inImage = [...read('Dockerfile').matchAll(/^(?:ENV)? +([A-Z_]+)=/gm)].map(([, key = '']) => key)
  expect(inImage.filter((key) => settingNames.includes(key)).sort()).toEqual(fixed.sort())
})

test('the units of systemd and commands read the same settings, which are valid', () => {
  const site = read('deploy/systemd/corkboard.service')
  const backup = read('deploy/systemd/corkboard-backup.service')
  for (const unit of [site, backup]) {
    expect(unit).toContain('\nEnvironmentFile=/etc/corkboard.env\n')
    // A setting here would be missing in commands.
    const own = [...unit.matchAll(/^Environment=(\w+)/gm)].map(([, name = '']) => name)
    expect(own.filter((name) => settingNames.includes(name))).toEqual([])
    const programs = unit.match(/(?<=\/opt\/corkboard\/)\S+|\bsrc\/\S+/g) ?? []
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
  }
  const config = readConfig(parseEnvironmentFile(read('deploy/corkboard.env')))
  expect(config.production).toBe(true)
  expect(config.dataDir).toBe(`/var/lib/${/^StateDirectory=(.+)$/m.exec(site)?.[1]}`)
})

test('docs/operating.md names every field of listings', () => {
  const operating = readDocument('docs/operating.md')
  for (const { label, kinds } of shippedFields)
    expect(operating).toMatch(
      new RegExp(`\\| ${label} +\\| ${kinds.map((kind) => `${kind}s`).join(', ')} +\\|`),
    )
  for (const name of Object.keys(builtInFields)) expect(operating).toContain(name.toLowerCase())
})
