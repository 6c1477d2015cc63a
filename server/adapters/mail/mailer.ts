export interface Mail {
  to: string
  subject: string
  text: string
  /** The one thing to do, for the log of an installation that sends no mail. */
  link: string
  /** The same for each try at the same mail, so that a mail program can tell one that came twice. */
  messageId?: string
}

export interface Mailer {
  /** @throws when it could not be sent */
  deliver(mail: Mail): Promise<void>
}
