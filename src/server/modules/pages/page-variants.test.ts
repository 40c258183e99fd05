import { expect, test } from 'vitest'
import { createPageVariants, type Encoding } from './page-variants.ts'

const text = 'A page of a few kilobytes. '.repeat(300)
const encodings: Encoding[] = ['br', 'gzip', 'identity']

test.each(encodings)('a page as %s keeps no more in memory than its bytes', (encoding) => {
  const page = createPageVariants(Buffer.from(text), () => {})
  const variant = page.get(encoding)
  expect(page.bytes()).toBe(variant.length)
  expect(variant.buffer.byteLength).toBe(variant.length)
})
