import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Each of Playwright's processes loads the server, too: what was compiled for one is there for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'frogy')

/**
 * What Chromium starts beside every page and nobody sees: pages of its address bar, and a process for the next page. It
 * knows the last such list alone, so that those are named, too, which Playwright's own one is there for.
 */
const UNSEEN = [
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

/** Chromium without what it does for its own sake, beside what it is asked for. */
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNSEEN.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
]

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: 'tests/support/global-setup.ts',
  timeout: 600_000,
  // A busy machine takes its time; what never comes is found all the same.
  expect: { timeout: 60_000 },
  // Beside the other parts of the tests: more would make each other late, and nothing be done sooner.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  outputDir: 'test-results',
  // Node reads these as they are; translated, they would weigh on every start.
  build: { external: ['**/{core,server,simulator}/**', '**/tests/{screens,support}/**'] },
  use: {
    // One press or page that never comes says so by itself, long before its whole journey runs out of time.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      // A page goes on in the process of the one before it: half of what opening one costs.
      args: [
        ...QUIET_BROWSER,
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
        // No page is open long enough to win back what it costs to compile its code once more, for speed.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
    screenshot: 'only-on-failure',
    // What moves for its own sake would be drawn while nobody looks; where moving is the matter, a journey says so.
    reducedMotion: 'reduce',
    // It keeps every page's files in each new browser: the journey that is about that lets it.
    serviceWorkers: 'block',
  },
})
