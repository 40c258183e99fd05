import { defineConfig } from 'vitest/config'

/** `npm run test:docs`: follows README.md, docs/operating.md, and docs/backup.md in a sandbox. */
export default defineConfig({
  test: {
    include: ['test/docs/*.test.ts'],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
  },
})
