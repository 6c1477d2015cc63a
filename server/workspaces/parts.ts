import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MailQueue } from '../notifications/mail/mail-queue.ts'
import type { Secrets } from '../secrets.ts'

export interface WorkspaceParts {
  database: Database
  clock: Clock
  secrets: Secrets
  mails: MailQueue
  config: Pick<Config, 'publicUrl' | 'smtpUrl'>
}
