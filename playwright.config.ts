import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Each of Playwright's processes loads the server; the cache saves compiling it again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'frogy')

/** Unneeded features. Chromium uses only the last such list, so it repeats Playwright's own. */
const UNNEEDED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Chromium without background work. */
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNNEEDED_FEATURES.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
]

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: 'tests/support/global-setup.ts',
  timeout: 600_000,
  // Long enough for a busy machine.
  expect: { timeout: 60_000 },
  // Other tests run at the same time; more workers would only delay each other.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  outputDir: 'test-results',
  // Do not transpile these folders, because Node runs them as they are.
  build: { external: ['**/{core,server,simulator}/**', '**/tests/{screens,support}/**'] },
  use: {
    // A missing element fails long before its whole test times out.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      // Pages share one process, which halves the cost of opening one.
      args: [
        ...QUIET_BROWSER,
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
        // No page stays open long enough for optimised code to pay off.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
    screenshot: 'only-on-failure',
    // Tests about motion override this setting.
    reducedMotion: 'reduce',
    // A service worker would store every page's files in each new browser. Tests about it override it.
    serviceWorkers: 'block',
  },
})
