import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Cookies } from '../../http/cookies.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import type { Passwords } from './passwords.ts'
import type { Secrets } from '../../secrets.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { Sessions } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** Dependencies of the functions for mailed links. */
export interface LinkParts {
  database: Database
  clock: Clock
  secrets: Secrets
}

/** Dependencies of the sign-in handlers. */
export interface AuthParts extends LinkParts {
  config: Pick<Config, 'registration' | 'adminEmails' | 'publicUrl' | 'google' | 'oidc' | 'smtpUrl'>
  cookies: Cookies
  sessions: Sessions
  browsers: KnownBrowsers
  throttle: Throttle
  mails: MailQueue
  passwords: Passwords
}
