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
  /** Makes a mail and sends it, both in the background; a failure is logged and never reaches the caller. */
  send(make: () => Promise<Mail | undefined>): void
  /** Sends, and says whether that worked. @throws when it did not */
  deliver(mail: Mail): Promise<void>
  /** Resolves when what was begun is done. */
  settled(): Promise<void>
}
