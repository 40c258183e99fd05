import { expect, test } from 'vitest'
import { normalizeField, problemsOf } from './definition.ts'
import { shippedFields } from './shipped.ts'

test.each(shippedFields)('$label is a field that an admin could have written', (field) => {
  expect(normalizeField(field)).toEqual(field)
  expect(problemsOf(field)).toEqual({})
})
