export interface Mail {
  to: string
  subject: string
  text: string
  /** The link in the mail, which an installation without a mail server logs. */
  link: string
  /** The same for each try, so that mail programs recognize duplicates. */
  messageId?: string
}

export interface Mailer {
  /** @throws when the mail server refuses or is unreachable */
  deliver(mail: Mail): Promise<void>
}
