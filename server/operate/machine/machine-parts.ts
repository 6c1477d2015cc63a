import type { Mailer } from '../../adapters/mail/mailer.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import type { Secrets } from '../../secrets.ts'

export interface MachineParts {
  database: Database
  config: Config
  secrets: Secrets
  mailer: Mailer
  mails: MailQueue
  now: Date
  print(line: string): void
}

export interface CommandOutput {
  log(line: string): void
  error(line: string): void
}

/** An error that tells the operator in one sentence why a command did nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
