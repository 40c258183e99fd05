import { defineConfig } from 'vitest/config'

/** `npm run test:cluster`. It is not part of `npm test`, because it needs programs that are not on every machine. */
export default defineConfig({
  test: {
    include: ['test/cluster/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // All tests share one cluster, and each leaves it as it was.
    fileParallelism: false,
  },
})
