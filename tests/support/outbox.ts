import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** Mails that an installation without a mail server wrote to its outbox, oldest first. */
export function mailsIn(dataDir: string): string[] {
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
  return names.toSorted().map((name) => readFileSync(join(outbox, name), 'utf8'))
}

/** The newest mail to this address. Waits until there are `count`, because mail is sent in the background. */
export async function mailTo(dataDir: string, email: string, count = 1): Promise<string> {
  let mails: string[] = []
  await eventually(async () => {
    mails = mailsIn(dataDir).filter((mail) => mail.includes(`To: ${email}\n`))
    if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${email} are in the outbox`)
  })
  return mails.at(-1) ?? ''
}
