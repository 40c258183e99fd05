import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { builtInFields } from './built-in.ts'
import { normalizeField, problemsOf } from './definition.ts'
import { shippedFields } from './shipped.ts'

test.each(shippedFields)('$label is a field that an admin could have written', (field) => {
  expect(normalizeField(field)).toEqual(field)
  expect(problemsOf(field)).toEqual({})
})

test('the documentation names every field', async () => {
  const operating = await readFile('docs/operating.md', 'utf8')
  for (const { label, kinds } of shippedFields)
    expect(operating).toMatch(
      new RegExp(`\\| ${label} +\\| ${kinds.map((kind) => `${kind}s`).join(', ')} +\\|`),
    )
  for (const name of Object.keys(builtInFields)) expect(operating).toContain(name.toLowerCase())
})
