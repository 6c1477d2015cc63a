import { existsSync } from 'node:fs'
import { inPath, installPackage } from './install-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** The headless shell renders pages identically with a quarter less work. */
const HEADLESS = 'chromium-headless-shell'

/** The machine's Chromium: CHROME_PATH, one in PATH, or on Debian a new installation. @throws a readable error */
export function chromiumPath(): string {
  const found = find()
  if (found) return found
  installPackage('chromium', 'Chromium for the browser tests')
  const installed = find()
  if (installed) return installed
  throw new Error('The browser tests need Chromium: install it, or give its path as CHROME_PATH.')
}

/** A browser for tests: CHROME_PATH, a headless shell if installed, or any Chromium. */
export function headlessChromiumPath(): string {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  if (!inPath(HEADLESS)) installPackage(HEADLESS, 'a headless Chromium for the browser tests')
  return inPath(HEADLESS) ?? chromiumPath()
}

function find(): string | undefined {
  const given = process.env.CHROME_PATH
  if (given) return given
  for (const name of NAMES) {
    const path = inPath(name)
    if (path) return path
  }
  return PLACES.find((path) => existsSync(path))
}
