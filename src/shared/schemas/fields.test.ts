import { describe, expect, test } from 'vitest'
import { ListingIdSchema } from '../listing.ts'
import { DecisionSchema, ProfileIdSchema } from '../moderation.ts'
import { characterCount, isBlank } from './fields.ts'

const id = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'

describe('an id', () => {
  test.each([ListingIdSchema, ProfileIdSchema])('is lowercased', (schema) => {
    expect(schema.parse({ id: id.toUpperCase() })).toEqual({ id })
  })

  test('is lowercased in a list', () => {
    const { ids } = DecisionSchema.parse({ decision: 'approve', ids: [id.toUpperCase(), id] })
    expect(ids).toEqual([id, id])
  })
})

test.each(['', ' \n\t', '\u200b\u200d', '\u3164', '\u0301'])('treats %j as blank', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each([
  ['ten chars!', 10],
  ['🎸🎸', 2],
])('counts the code points of %j', (text, count) => {
  expect(characterCount(text)).toBe(count)
})
