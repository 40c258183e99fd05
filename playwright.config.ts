import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

// The workers inherit the path, so that only the first process looks for a browser.
process.env.CHROMIUM_PATH ||= findBrowser() ?? ''

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/support/site/site-of-the-run.ts',
  outputDir: 'test-results',
  // A worker waits half of the time, for the browser and the site, so three keep two processors busy.
  workers: 3,
  // A test that fails is repeated once. If it passes then, `npm test` reports it as flaky, with its first failure.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Long timeouts, because the machine may be small and busy.
  timeout: 120_000,
  expect: { timeout: 40_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Each test is a new browser, in which a service worker would fetch everything it stores. Its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
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
