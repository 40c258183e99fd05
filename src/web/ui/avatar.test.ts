import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test.each([
  ['Rosa Lindqvist', 'RL'],
  ['ana maria de souza', 'AS'],
  ['Plato', 'P'],
  ['first.last@example.org', 'FO'],
  ['  ', ''],
  ['𝒜da Żak', '𝒜Ż'],
])('shortens %s to %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
