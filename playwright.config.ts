import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/support/site-of-the-run.ts',
  outputDir: 'test-results',
  // Two at a time is what a small machine carries. A test that passes the second time has failed.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Patient: the machine may be small and busy with other things.
  timeout: 60_000,
  expect: { timeout: 12_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 7_000,
    navigationTimeout: 15_000,
    // Each test is a new browser, which would fetch what it keeps for later; the test of that allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
