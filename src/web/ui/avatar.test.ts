import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { avatarColor, initials } from './avatar.tsx'

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

test('gives every name one of a few colors, on which white letters can be read', () => {
  const colors = new Set(Array.from({ length: 500 }, (_, at) => avatarColor(`Person ${at}`)))
  expect(colors.size).toBe(12)
  expect(avatarColor('Rosa Lindqvist')).toBe(avatarColor('Rosa Lindqvist'))
  for (const color of colors) expect(wcagContrast(color, '#ffffff')).toBeGreaterThan(4.5)
})
