import { existsSync } from 'node:fs'
import { inPath, installPackage } from './debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Chromium without its window and what belongs to it: the same pages for three quarters of the work. */
const HEADLESS = 'chromium-headless-shell'

/** The machine's Chromium: CHROME_PATH, one in the path, or, on Debian and its kin, one installed now. @throws in words */
export function chromiumPath(): string {
  const found = find()
  if (found) return found
  installPackage('chromium', 'Chromium for the browser tests')
  const installed = find()
  if (installed) return installed
  throw new Error('The browser tests need Chromium: install it, or give its path as CHROME_PATH.')
}

/** What shows the pages that nobody looks at: CHROME_PATH, a headless Chromium where there is one, or any. */
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
