import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    // Of the fault tests, only the short ones run here; `npm run test:faults` runs all (test/faults/README.md).
    exclude: [
      'test/e2e/**',
      'test/browsers/**',
      'test/cluster/**',
      'test/faults/!(kills|frozen-database).test.ts',
    ],
    globalSetup: 'test/support/database-server.ts',
    // Each file has its own database. A small machine cannot run more than two files at a time.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
