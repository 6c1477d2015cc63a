export interface Mail {
  to: string
  subject: string
  text: string
  /** The link in the mail. An installation without a mail server logs it. */
  link: string
  /** The same id for every attempt, so that mail programs recognize duplicates. */
  messageId?: string
}

export interface Mailer {
  deliver(mail: Mail): Promise<void>
  /** Deletes stored mails that contain these addresses, and old mails, whose links have expired. */
  forget(emails: readonly string[]): Promise<void>
}
