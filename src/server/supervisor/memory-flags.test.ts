import { expect, test } from 'vitest'
import { memoryFlags } from './memory-flags.ts'

const gibibyte = 1024 ** 3

test.each([
  ['half a gigabyte', 1, gibibyte / 2, 256],
  ['1 GB', 1, gibibyte, 512],
  ['2 GB', 1, 2 * gibibyte, 1024],
  ['2 GB', 4, 2 * gibibyte, 256],
  ['8 GB', 4, 8 * gibibyte, 1024],
  ['64 GB', 4, 64 * gibibyte, 4096],
])(
  'with %s of memory and %i processes, each heap may grow to its share',
  (_name, processes, memory, megabytes) => {
    expect(memoryFlags(processes, memory)).toContain(`--max-old-space-size=${megabytes}`)
  },
)

test.each([
  ['on a small machine, garbage is collected early to save memory', 2, 2, 40, 8, false],
  ['with plenty of memory, it is collected late to save time', 2, 4, 100, 32, true],
])('%s', (_name, processes, gibibytes, percent, megabytes, buffersMayGrow) => {
  const flags = memoryFlags(processes, gibibytes * gibibyte)
  expect(flags).toContain(`--heap-growing-percent=${percent}`)
  expect(flags).toContain(`--max-semi-space-size=${megabytes}`)
  expect(flags.includes('--external-memory-accounted-in-global-limit')).toBe(buffersMayGrow)
})
