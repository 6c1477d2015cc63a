import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/**
 * Reads the mails of an installation without a mail server, which writes them to its outbox. The oldest comes first.
 */
export function mailsIn(dataDir: string): string[] {
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
  return names.toSorted().map((name) => readFileSync(join(outbox, name), 'utf8'))
}

/**
 * Returns the newest mail to this address. It first waits until there are `count` mails, because Frogy sends them in
 * the background.
 */
export async function mailTo(dataDir: string, email: string, count = 1): Promise<string> {
  let mails: string[] = []
  await eventually(async () => {
    mails = mailsIn(dataDir).filter((mail) => mail.includes(`To: ${email}\n`))
    if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${email} are in the outbox`)
  })
  return mails.at(-1) ?? ''
}
