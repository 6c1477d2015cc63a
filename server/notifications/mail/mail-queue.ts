import type { LinkPage } from '#core/people/profile-contract.ts'
import { randomUUID } from 'node:crypto'
import type { Mail, Mailer } from '../../adapters/mail/mailer.ts'
import type { Queryable } from '../../db/database.ts'
import type { Secrets } from '../../secrets.ts'

/** Mails hold links that open something, and addresses of people: who reads the table of jobs reads neither. */
const PURPOSE = 'mail'

/** The pages to which links are mailed that work once, or until another one takes their place. */

/** A link to one of them, which shows by its token who opens it. */
export interface MailedLink {
  page: LinkPage
  token: string
}

/** Sends mails in the background, by whichever process does jobs, and again while the mail server is away. */
export interface MailQueue {
  /** Has to have been done before the transaction begins in which a mail is added. */
  open(): Promise<void>
  /**
   * Adds a mail in the transaction that gives the reason for it, so that it is sent if and only if that is committed.
   * @param link it is sent only while this still works
   */
  add(tx: Queryable, mail: Mail, link?: MailedLink): Promise<void>
  /** Has whoever has this address, if anybody, mailed a link to a new password. Who that is, is looked up later. */
  addReset(on: Queryable, email: string, askedAt: Date): Promise<void>
}

interface Sealed {
  mail: Mail
  link?: MailedLink | undefined
}

/** @param add adds a job of a kind with what it is about, in the same transaction */
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

/** Sends a mail of the queue, unless its link works no more. */
export async function sendQueued(
  { mailer, secrets }: { mailer: Mailer; secrets: Secrets },
  sealed: string,
  works: (link: MailedLink) => Promise<boolean>,
): Promise<void> {
  const { mail, link } = JSON.parse(secrets.open(sealed, PURPOSE)) as Sealed
  if (!link || (await works(link))) await mailer.deliver(mail)
}

/** Who asked for a link to a new password, and when. */
export function resetAskedFor(secrets: Secrets, sealed: string): { email: string; askedAt: Date } {
  const { email, askedAt } = JSON.parse(secrets.open(sealed, PURPOSE)) as { email: string; askedAt: number }
  return { email, askedAt: new Date(askedAt) }
}
