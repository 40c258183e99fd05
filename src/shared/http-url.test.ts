import { expect, test } from 'vitest'
import { isHttpUrl } from './http-url.ts'

test.each([
  'https://facebook.com/piano',
  'http://www.instagram.com/piano?hl=en#top',
  'HTTPS://Facebook.com/',
  'https://xn--bcher-kva.example/ü',
])('accepts %s', (text) => {
  expect(isHttpUrl(text)).toBe(true)
})

test.each([
  '',
  'facebook.com/piano',
  'javascript:alert(1)',
  'JaVa\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  ' https://facebook.com',
  'https://facebook.com@evil.example',
  'https://facebook.com:443@evil.example/',
  'https://facebook.com\\@evil.example',
  'https://face\u202ebook.com',
  'https://face\u200bbook.com/',
  'https://facebook',
  'https://[',
])('rejects %j', (text) => {
  expect(isHttpUrl(text)).toBe(false)
})
