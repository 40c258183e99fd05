import { expect, test } from 'vitest'
import { loggableUrl } from './loggable-url.ts'

test.each([
  ['/', '/'],
  ['/all-services?searchtext=piano&page=2', '/all-services?searchtext=…&page=…'],
  ['/email-link?token=cqk55i', '/email-link?token=…'],
  ['/x?', '/x'],
  ['/x?=value&flag', '/x?flag=…'],
])('%s is logged as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged)
})

test('a long URL is cut, in the path and in the query', () => {
  const url = `/${'a'.repeat(9000)}?${Array.from({ length: 500 }, (_, index) => `${'n'.repeat(100)}${index}=v`).join('&')}`
  expect(loggableUrl(url).length).toBeLessThan(700)
  expect(loggableUrl(`/x?${'n'.repeat(9000)}=v`).length).toBeLessThan(100)
})
