import { expect } from 'vitest'
import type { ServerEvent } from '#core/api.ts'
import type { Notifications } from '#core/notifications/contract.ts'
import type { EventStream } from './event-stream.ts'
import { mailsIn, mailTo } from './outbox.ts'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

// What people are told of, and how it comes about.

export const notificationsOf = (person: Person): Promise<Notifications> => person.call('GET /api/notifications', {})
export const emailOf = ({ user }: Person): string => user?.email ?? ''
export const mailsTo = ({ dataDir }: Pick<Frogy, 'dataDir'>, person: Person): string[] =>
  mailsIn(dataDir).filter((mail) => mail.includes(`To: ${emailOf(person)}\n`))

/** What somebody posts at X again and again: their own words, since the tests' people share its account. */
export const repeatedText = (person: Person): string => `The same again, says ${emailOf(person)}`

const atX = (person: Person) => ({ platform: 'twitter', content: repeatedText(person), status: 'published' }) as const

/** Posts at X, which from then on refuses the same text. */
export async function publishOnce(person: Person): Promise<void> {
  await person.call('POST /api/posts', { body: atX(person) })
}

/** Posts that X refuses, once it has their text. */
export async function createRefusedPosts(person: Person, count: number): Promise<string[]> {
  const ids = []
  for (let n = 0; n < count; n++) {
    const post = await person.call('POST /api/posts', { body: atX(person) })
    expect(post.status).toBe('failed')
    ids.push(post.id)
  }
  return ids
}

/** Somebody at X who has posted once. */
export async function userWithPublishedPost(frogy: Frogy): Promise<Person> {
  const person = await frogy.person('twitter')
  await publishOnce(person)
  return person
}

/** Somebody whose permission Threads has taken back, before anybody knows. */
export async function userWithRevokedAccount(frogy: Frogy): Promise<Person> {
  const person = await frogy.person('threads')
  await revokeThreads(frogy)
  return person
}

/** Threads takes the permission to its first account back from everybody. */
export async function revokeThreads(frogy: Pick<Frogy, 'simulator'>): Promise<void> {
  const account = (await frogy.simulator.accounts()).find(({ platform }) => platform === 'threads')
  await frogy.simulator.revoke('threads', account?.id ?? '')
}

/** Mails go out in the order in which they are due: once somebody's newest has come, all before it have, too. */
export async function waitForAllMails(frogy: Frogy): Promise<void> {
  const other = await userWithPublishedPost(frogy)
  await createRefusedPosts(other, 1)
  await mailTo(frogy.dataDir, emailOf(other))
}

/** The next that a browser hears of; undefined when its stream has ended. */
export async function nextNotification(stream: EventStream): Promise<ServerEvent | undefined> {
  for (;;) {
    const event = await stream.next()
    if (!event || event.type === 'notification') return event
  }
}
