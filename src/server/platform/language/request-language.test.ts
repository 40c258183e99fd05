import { expect, test } from 'vitest'
import { acceptedLanguage, withLanguage } from './request-language.ts'

test.each([
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['de,es;q=0.5,en;q=0.7', 'en'],
  ['FR', 'fr'],
  ['pt-BR', null],
  ['fr;q=0, es', 'es'],
  ['', null],
  ['*', null],
  [',;q=,,=', null],
  // Only so many are read.
  [`${'de,'.repeat(20)}fr`, null],
])('of English, Spanish, and French, a browser that accepts “%s” gets %s', (header, language) => {
  expect(acceptedLanguage(header, ['en', 'es', 'fr'])).toBe(language)
})

test('a browser gets another region of its language', () => {
  expect(acceptedLanguage('fr-FR', ['en', 'fr-CA'])).toBe('fr-CA')
})

test('a URL names one language, or none', () => {
  expect(withLanguage('/all-events?page=2&lang=es', 'fr')).toBe('/all-events?page=2&lang=fr')
  expect(withLanguage('/?lang=es', null)).toBe('/')
  expect(withLanguage('/search?searchtext=what?&lang=es', null)).toBe('/search?searchtext=what%3F')
})
