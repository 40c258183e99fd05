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

test('neither does a page of another process', () => {
  const { hash, brotli } = createPageVariants(Buffer.from(text), () => {}).toBrotli()
  const received = Buffer.from(brotli.toString('base64'), 'base64')
  expect(received.buffer.byteLength).toBeGreaterThan(received.length)
  const page = createPageVariants({ hash, brotli: received }, () => {})
  expect(page.get('br').buffer.byteLength).toBe(brotli.length)
  expect(page.get('identity').toString()).toBe(text)
})
