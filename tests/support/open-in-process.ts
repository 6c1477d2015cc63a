import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { CHEAP_HASH } from './fixture-users.ts'

/**
 * Frogy in this process, by the machine's clock, for what no test kills: what another process left is taken over as by a
 * process of its own, which takes many times the work to start.
 */
export const openInProcess = (environment: Record<string, string | undefined>): Promise<App> =>
  openApp(readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', PORT: '0', ...environment }), {
    passwordCost: CHEAP_HASH,
  })
