import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Sends by SMTP if a server is configured. Otherwise writes to the outbox folder and logs the link. */
export function mailerFor(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  now: () => Date,
  log: Pick<FastifyBaseLogger, 'info'>,
): Mailer {
  const { smtpUrl, mailFrom, dataDir } = config
  const outbox = join(dataDir, 'outbox')
  return {
    forget: (emails) => deleteFromOutbox(outbox, emails, now()),
    deliver: (mail) =>
      smtpUrl ? sendBySmtp(smtpUrl, mailFrom, mail, now()) : writeToOutbox(outbox, mailFrom, mail, now(), log),
  }
}

/** Time limit for sending. The package's default of two minutes would let a silent mail server delay a shutdown. */
const TIMEOUT_MS = 10_000

async function sendBySmtp(url: string, from: string, { to, subject, text, messageId }: Mail, date: Date) {
  // Load the mail library only for the first mail, because most processes send no mail.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  await transport.sendMail({ from, to, subject, text, date, ...(messageId && { messageId: `<${messageId}@frogy>` }) })
}

/** How long the outbox keeps a mail. */
const KEPT_MS = 14 * 86_400_000

/** The number of mails written so far. In the file name, it orders mails from the same millisecond. */
let writtenCount = 0

async function writeToOutbox(
  folder: string,
  from: string,
  mail: Mail,
  date: Date,
  log: Pick<FastifyBaseLogger, 'info'>,
) {
  const number = String(writtenCount++).padStart(6, '0')
  const name = `${date.getTime()}-${number}-${crypto.randomUUID().slice(0, 8)}.eml`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const oneLine = (value: string) => value.replaceAll(/[\r\n]+/g, ' ')
  const message = [
    `From: ${from}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${oneLine(mail.subject)}`,
    `Date: ${date.toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    mail.text,
    '',
  ].join('\n')
  // Write under another name and rename, so that no reader sees an incomplete mail.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
  log.info(`A mail is in ${join(folder, name)}: ${mail.link}`)
}

/**
 * Deletes mails that contain one of these addresses, and mails older than `KEPT_MS`. A file name begins with the time
 * of its mail.
 */
async function deleteFromOutbox(folder: string, emails: readonly string[], now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const wanted = emails.map((email) => new RegExp(`(?<![\\w.+-])${RegExp.escape(email)}(?![\\w-]|\\.\\w)`, 'i'))
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const isOld = Number.parseInt(name, 10) < now.getTime() - KEPT_MS
    const text = isOld || wanted.length === 0 ? '' : await readFile(join(folder, name), 'utf8').catch(() => '')
    if (isOld || wanted.some((email) => email.test(text))) await rm(join(folder, name), { force: true })
  }
}
