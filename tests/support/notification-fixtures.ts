import { expect } from 'vitest'
import type { ServerEvent } from '#core/api.ts'
import type { Notifications } from '#core/notifications/contract.ts'
import type { EventStream } from './event-stream.ts'
import { mailsIn, mailTo } from './outbox.ts'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

// Functions that create posts which cause notifications, and that read notifications and mails.

export const notificationsOf = (person: Person): Promise<Notifications> => person.call('GET /api/notifications', {})
export const emailOf = ({ user }: Person): string => user?.email ?? ''
export const mailsTo = ({ dataDir }: Pick<Frogy, 'dataDir'>, person: Person): string[] =>
  mailsIn(dataDir).filter((mail) => mail.includes(`To: ${emailOf(person)}\n`))

/** The text that this user posts repeatedly. Users share one account at X, so each has a different text. */
export const repeatedText = (person: Person): string => `The same again, says ${emailOf(person)}`

const atX = (person: Person) => ({ platform: 'twitter', content: repeatedText(person), status: 'published' }) as const

/** Publishes the user's text at X, which then rejects it as a duplicate. */
export async function publishOnce(person: Person): Promise<void> {
  await person.call('POST /api/posts', { body: atX(person) })
}

/** Posts the user's text again, which X rejects as a duplicate. */
export async function createRefusedPosts(person: Person, count: number): Promise<string[]> {
  const ids = []
  for (let n = 0; n < count; n++) {
    const post = await person.call('POST /api/posts', { body: atX(person) })
    expect(post.status).toBe('failed')
    ids.push(post.id)
  }
  return ids
}

export async function userWithPublishedPost(frogy: Frogy): Promise<Person> {
  const person = await frogy.person('twitter')
  await publishOnce(person)
  return person
}

/** Creates a user whose access to Threads was revoked without Frogy's knowledge. */
export async function userWithRevokedAccount(frogy: Frogy): Promise<Person> {
  const person = await frogy.person('threads')
  await revokeThreads(frogy)
  return person
}

/** Revokes all access to the first account at Threads. */
export async function revokeThreads(frogy: Pick<Frogy, 'simulator'>): Promise<void> {
  const account = (await frogy.simulator.accounts()).find(({ platform }) => platform === 'threads')
  await frogy.simulator.revoke('threads', account?.id ?? '')
}

/** Waits until all earlier mails have arrived. Mails are sent in order, so it sends another one and waits for that. */
export async function waitForAllMails(frogy: Frogy): Promise<void> {
  const other = await userWithPublishedPost(frogy)
  await createRefusedPosts(other, 1)
  await mailTo(frogy.dataDir, emailOf(other))
}

/** Returns the next notification event, or undefined at the end of the stream. */
export async function nextNotification(stream: EventStream): Promise<ServerEvent | undefined> {
  for (;;) {
    const event = await stream.next()
    if (!event || event.type === 'notification') return event
  }
}
