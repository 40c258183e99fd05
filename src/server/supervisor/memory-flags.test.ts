import { expect, test } from 'vitest'
import { memoryFlags } from './memory-flags.ts'

const gibibyte = 1024 ** 3

test.each([
  ['half a gigabyte', gibibyte / 2, 256],
  ['1 GB', gibibyte, 512],
  ['2 GB', 2 * gibibyte, 1024],
  ['64 GB', 64 * gibibyte, 4096],
])('with %s of memory, the heap may grow to the share of it', (_name, memory, megabytes) => {
  expect(memoryFlags(memory)).toContain(`--max-old-space-size=${megabytes}`)
})
