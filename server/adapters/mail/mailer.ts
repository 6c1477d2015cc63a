export interface Mail {
  to: string
  subject: string
  text: string
  /** Logged by an installation without a mail server. */
  link: string
  /** The same for each try, so that mail programs recognize duplicates. */
  messageId?: string
}

export type Mailer = { deliver(mail: Mail): Promise<void> }
