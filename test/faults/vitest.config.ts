import { defineConfig } from 'vitest/config'

/** `npm run test:faults`. `npm test` runs only a few of these tests, with fewer repetitions. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    // One site at a time: the tests measure how soon it recovers.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    env: { FAULTS: 'all' },
  },
})
