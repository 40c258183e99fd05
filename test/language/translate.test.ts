import { afterAll, afterEach, expect, test } from 'vitest'
import { compileMessage } from '../../src/server/platform/language/catalogs.ts'
import { inlineMessages, markOf } from '../../src/server/platform/language/inline-messages.ts'
import { translate } from '../../src/server/platform/language/reader-language.ts'
import { setTranslator, t } from '../../src/shared/translate.ts'
import { partsOf } from '../../src/web/ui/rich.tsx'

const translations: Record<string, string> = {}
afterEach(() => {
  for (const key of Object.keys(translations)) delete translations[key]
})
setTranslator((message) => compileMessage(translations[message] ?? message))
afterAll(() => setTranslator(translate))

test('writes numbers as the site does, and chooses the plural', () => {
  const spots = (count: number) => t('{count, plural, =0 {Full} one {# spot} other {# spots}}', { count })
  expect([0, 1, 2, 1234].map(spots)).toEqual(['Full', '1 spot', '2 spots', '1,234 spots'])
})

test('writes values as they are, also those that look like variables or tags', () => {
  expect(t('Hello {name}, it’s {time}', { name: '{time} <b>x</b>', time: '7 PM' })).toBe(
    'Hello {time} <b>x</b>, it’s 7 PM',
  )
  expect(t('{kind, select, event {Event} other {Ad}}', { kind: 'event' })).toBe('Event')
})

test('writes a translation', () => {
  translations['Hello {name}'] = 'Bonjour {name}'
  expect(t('Hello {name}', { name: 'Ann' })).toBe('Bonjour Ann')
})

test('returns the tags of a sentence with their texts', () => {
  translations['Read the <link>rules of {site}</link>.'] = '<link>Règles de {site}</link> à lire.'
  expect(partsOf('Read the <link>rules of {site}</link>.', { site: '<link>' })).toEqual([
    { tag: 'link', text: 'Règles de <link>' },
    ' à lire.',
  ])
})

test('puts translations into scripts, whatever their quotes', () => {
  const text = 'Say "it\'s" `done`\r\n$5'
  const changed = (message: string) => compileMessage(message === 'Save' ? text : message)
  const run = (code: string) => Function(`return ${inlineMessages(code, changed)}`)() as unknown
  for (const quote of ['"', "'", '`']) expect(run(`${quote}${markOf('Save')}${quote}`)).toBe(text)
  expect(run(`"(${markOf('Save')})"`)).toBe(`(${text})`)
  expect(run(`"${markOf("Don't {verb}")}"`)).toEqual(["Don't ", ['verb']])
  expect(() => run(`"a${markOf('{count}')}"`)).toThrow('longer text')
})
