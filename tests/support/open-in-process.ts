import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { CHEAP_HASH } from './fixture-users.ts'
import { sharedParsers } from './shared-parsers.ts'

/**
 * Runs Frogy inside this process with the real clock, for servers that no test kills. It takes over an installation
 * like a separate process does, but starts much faster.
 */
export const openInProcess = (environment: Record<string, string | undefined>): Promise<App> =>
  openApp(readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', PORT: '0', ...environment }), {
    passwordCost: CHEAP_HASH,
    openParsers: sharedParsers,
  })
