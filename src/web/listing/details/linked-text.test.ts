import { expect, test } from 'vitest'
import { splitLinks } from './linked-text.tsx'

const linksIn = (text: string) =>
  splitLinks(text)
    .filter(({ isLink }) => isLink)
    .map(({ text }) => text)

test.each([
  ['See https://example.org/a?b=c&d#e, please.', 'https://example.org/a?b=c&d#e'],
  ['(more at http://example.org/x)', 'http://example.org/x'],
  ['https://example.org/a_(b) and', 'https://example.org/a_(b)'],
  ['https://example.org/a_(b)).', 'https://example.org/a_(b)'],
  ['“https://example.org”!', 'https://example.org'],
  ['HTTPS://Example.org/…', 'HTTPS://Example.org/'],
  ['Zeile\nhttps://example.org/ü\nZeile', 'https://example.org/ü'],
])('finds the address in %j', (text, url) => {
  expect(linksIn(text)).toEqual([url])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'example.org/without-scheme',
  'https://user@evil.example',
  'https://localhost/x',
  'https://',
  'ftp://example.org/x',
  'javascript://https://x',
  `https://example.org/${'a'.repeat(600)}`,
])('finds none in %j', (text) => {
  expect(linksIn(text)).toEqual([])
})

test('keeps every character of the text', () => {
  const text = ' One https://a.example/x, two <b>https://b.example</b> \n https://c.example'
  expect(
    splitLinks(text)
      .map(({ text }) => text)
      .join(''),
  ).toBe(text)
  expect(linksIn(text)).toEqual(['https://a.example/x', 'https://b.example', 'https://c.example'])
})

test('takes a text made to be slow in little time', () => {
  const started = performance.now()
  for (const text of [')', '.', 'https://', 'https://a.b/).', 'https://a.b/(']) splitLinks(text.repeat(5_000))
  expect(performance.now() - started).toBeLessThan(500)
})
