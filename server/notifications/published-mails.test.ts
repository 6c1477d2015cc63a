import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { emailOf, waitForAllMails, mailsTo } from '#tests/support/notification-fixtures.ts'

const MINUTE_MS = 60_000

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const publish = async (who: Person, platform: 'linkedin' | 'threads', content: string) => {
  const post = await who.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  expect(post.status).toBe('published')
}

test('combines published posts in one mail to users who chose mails about them', async () => {
  const [layla, omar] = [await frogy.person('linkedin', 'threads'), await frogy.person('linkedin')]
  await publish(layla, 'linkedin', 'Before anybody asked')
  await layla.call('PATCH /api/user', { body: { mailed: ['published'] } })
  await publish(layla, 'linkedin', 'A frog in the morning\nand more of it')
  await publish(layla, 'threads', 'The same frog at noon')
  await publish(omar, 'linkedin', 'A frog of somebody else')
  frogy.clock.advance(3 * MINUTE_MS)
  const mail = await mailTo(frogy.dataDir, emailOf(layla))
  expect(mail).toContain('Subject: 2 of your posts were published')
  expect(mail).toContain('LinkedIn: “A frog in the morning”')
  expect(mail).toContain('Threads: “The same frog at noon”')
  expect(mail).not.toContain('Before anybody asked')

  // Posts published soon after a mail wait for the next mail.
  await publish(layla, 'linkedin', 'One more')
  frogy.clock.advance(5 * MINUTE_MS)
  await publish(layla, 'threads', 'And another one')
  await waitForAllMails(frogy)
  expect(mailsTo(frogy, layla)).toHaveLength(1)
  frogy.clock.advance(6 * MINUTE_MS)
  expect(await mailTo(frogy.dataDir, emailOf(layla), 2)).toContain('2 of your posts were published')
  expect(mailsTo(frogy, omar)).toEqual([])
})

test('sends no mail about published posts to a user who turns such mails off before one is due', async () => {
  const layla = await frogy.person('linkedin')
  await layla.call('PATCH /api/user', { body: { mailed: ['published'] } })
  await publish(layla, 'linkedin', 'Rather not')
  await layla.call('PATCH /api/user', { body: { mailed: [] } })
  frogy.clock.advance(20 * MINUTE_MS)
  await waitForAllMails(frogy)
  expect(mailsTo(frogy, layla)).toEqual([])
})
