import type { LinkPage } from '#core/people/profile-contract.ts'
import { randomUUID } from 'node:crypto'
import type { Mail, Mailer } from '../../adapters/mail/mailer.ts'
import type { Queryable } from '../../db/database.ts'
import type { Secrets } from '../../secrets.ts'

/**
 * Separates the encryption of queued mails from other uses of the secret. Mails contain addresses, and links that grant
 * access.
 */
const PURPOSE = 'mail'

type MailedLink = { page: LinkPage; token: string }

export interface MailQueue {
  /** Connects to the job queue. Call it before the transaction that adds a mail. */
  open(): Promise<void>
  /** Adds a mail. It is sent only if the transaction commits and, when sending, `link` still works. */
  add(tx: Queryable, mail: Mail, link?: MailedLink): Promise<void>
  /** Mails a password reset link if this address has a user. The job looks the user up later. */
  addReset(on: Queryable, email: string, askedAt: Date): Promise<void>
}

type Sealed = { mail: Mail; link?: MailedLink | undefined }

export function mailQueue({
  secrets,
  open,
  add,
}: {
  secrets: Secrets
  open: () => Promise<void>
  add: (tx: Queryable, kind: 'send-mail' | 'mail-reset-link', data: { sealed: string }) => Promise<void>
}): MailQueue {
  const seal = (about: object) => ({ sealed: secrets.seal(JSON.stringify(about), PURPOSE) })
  return {
    open,
    add: (tx, mail, link) => {
      const sealed: Sealed = { mail: { ...mail, messageId: randomUUID() }, link }
      return add(tx, 'send-mail', seal(sealed))
    },
    addReset: (on, email, askedAt) => add(on, 'mail-reset-link', seal({ email, askedAt: askedAt.getTime() })),
  }
}

/** Sends a queued mail unless its link no longer works. */
export async function sendQueued(
  { mailer, secrets }: { mailer: Mailer; secrets: Secrets },
  sealed: string,
  works: (link: MailedLink) => Promise<boolean>,
): Promise<void> {
  const { mail, link } = JSON.parse(secrets.open(sealed, PURPOSE)) as Sealed
  if (!link || (await works(link))) await mailer.deliver(mail)
}

/** The address to which a queued mail or a requested link goes. */
export function recipientOf(secrets: Secrets, sealed: string): string {
  const about = JSON.parse(secrets.open(sealed, PURPOSE)) as Partial<Sealed> & { email?: string }
  return about.mail?.to ?? about.email ?? ''
}

export function resetAskedFor(secrets: Secrets, sealed: string): { email: string; askedAt: Date } {
  const { email, askedAt } = JSON.parse(secrets.open(sealed, PURPOSE)) as { email: string; askedAt: number }
  return { email, askedAt: new Date(askedAt) }
}
