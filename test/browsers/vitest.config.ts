import { defineConfig } from 'vitest/config'

/** `npm run test:browsers`. It is not part of `npm test`, because it needs two more browsers. */
export default defineConfig({
  test: {
    include: ['test/browsers/**/*.test.ts'],
    // The steps of a journey wait up to 15 seconds each for several things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
