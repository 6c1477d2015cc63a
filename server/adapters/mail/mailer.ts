export interface Mail {
  to: string
  subject: string
  text: string
  /** The one thing to do, for the log of an installation that sends no mail. */
  link: string
}

export interface Mailer {
  /** Sends in the background; a failure is logged and never reaches the caller. */
  send(mail: Mail): void
  /** Resolves when what was begun is done. */
  settled(): Promise<void>
}
