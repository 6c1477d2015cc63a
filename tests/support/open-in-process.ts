import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { CHEAP_HASH } from './fixture-users.ts'

/**
 * Runs Frogy in this process with the real clock. It takes over like a separate process, but starts much faster. For
 * servers that no test kills.
 */
export const openInProcess = (environment: Record<string, string | undefined>): Promise<App> =>
  openApp(readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', PORT: '0', ...environment }), {
    passwordCost: CHEAP_HASH,
  })
