import type { Mailer } from '../adapters/mail/mailer.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Cookies } from '../http/cookies.ts'
import type { Passwords } from './passwords.ts'
import type { Secrets } from '../secrets.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { Sessions } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** What the handlers of signing in are given. */
export interface AuthParts {
  database: Database
  clock: Clock
  config: Pick<Config, 'registration' | 'adminEmails' | 'publicUrl' | 'google'>
  secrets: Secrets
  cookies: Cookies
  sessions: Sessions
  browsers: KnownBrowsers
  throttle: Throttle
  mailer: Mailer
  passwords: Passwords
}
