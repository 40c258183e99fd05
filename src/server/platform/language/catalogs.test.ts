import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openCatalogs } from './catalogs.ts'

function ownFolder(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}
const entry = (sentence: string, text: string) => `msgid "${sentence}"\nmsgstr "${text}"\n\n`

test('ships French and Spanish', () => {
  const { translate, versionOf } = openCatalogs(null)
  expect(translate('fr', 'Password')).toBe('Mot de passe')
  expect(translate('es', 'Password')).toBe('Contraseña')
  expect(translate('en', 'Password')).toBe('Password')
  expect(versionOf('en')).toBeNull()
})

test('an operator can change texts, and add a language', () => {
  const folder = ownFolder({
    'en.po': entry('Password', 'Secret word'),
    'fr-CA.po': entry('Password', 'Mot secret'),
    'de.po': entry('Password', 'Passwort'),
  })
  const { translate, versionOf } = openCatalogs(folder)
  expect(['en', 'fr-CA', 'fr', 'de'].map((language) => translate(language, 'Password'))).toEqual([
    'Secret word',
    'Mot secret',
    'Mot de passe',
    'Passwort',
  ])
  // What a catalog lacks comes from that of its language, then from the code.
  expect(translate('fr-CA', 'Name')).toBe('Nom')
  expect(translate('de', 'Name')).toBe('Name')
  expect(versionOf('en')).not.toBeNull()
  expect(versionOf('fr-CA')).not.toBe(versionOf('fr'))
})

test.each([
  ['Hello {name},', 'Hallo {name', ['Hello ', ['name'], ',']],
  ['Hello {name},', 'Hallo {nom},', ['Hello ', ['name'], ',']],
  // Scripts have a text in its place, which can be a part of a longer one.
  ['Save', '{verb}', 'Save'],
  ['Save', '<b>Speichern</b>', 'Save'],
])('instead of “%s” by “%s”, writes English, and reports it', (sentence, translation, written) => {
  const problems: string[] = []
  const folder = ownFolder({ 'de.po': entry(sentence, translation) })
  const { translate } = openCatalogs(folder, (problem) => problems.push(problem))
  expect(translate('de', sentence)).toEqual(written)
  expect(problems).toEqual([expect.stringContaining(translation)])
})

test('a language without a catalog has the scripts of the code', () => {
  expect(openCatalogs(null).versionOf('en-GB')).toBeNull()
  expect(openCatalogs(null).versionOf('fr-CA')).toMatch(/^fr-CA-/)
})
