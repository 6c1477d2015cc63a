import { expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { installation } from '#tests/support/installation.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

/** Mails are retried after seconds of real time, which the test clock cannot shorten. */
const PATIENCE = { timeout: 180_000, interval: 100 }

const wantEmail = (who: Person, email: string) => who.call('POST /api/profile/email', { body: { email } })
const forgot = (frogy: Frogy, email: string) => frogy.visitor().call('POST /api/forgot-password', { body: { email } })
const failed = async (frogy: Frogy) =>
  (await (await frogy.visitor().signIn('person-1@example.com')).call('GET /api/admin/jobs', {})).jobs

test('delivers a mail once after the mail server recovers, even if the requesting process was killed', async () => {
  await using place = await installation()
  const port = await freePort()
  const environment = { ...place.environment, LOG_LEVEL: 'warn', SMTP_URL: `smtp://127.0.0.1:${port}` }
  const emails = [randomEmail(), randomEmail()]
  {
    await using killed = await startProcess(environment)
    const visitor = () => new Person(killed.url)
    for (const email of emails) await visitor().call('POST /api/register', { body: registration(email) })
    for (const email of emails) await visitor().call('POST /api/forgot-password', { body: { email } })
    await killed.kill()
  }
  await using server = await openMailServer(port)
  await using _next = await startProcess(environment)
  // The first user of an installation needs no confirmation mail, so gets only one mail. The second user gets two.
  await expect.poll(() => emails.map((email) => server.to(email).length), PATIENCE).toEqual([1, 2])
  const [first = [], second = []] = emails.map((email) => server.to(email))
  expect(first[0]).toContain('Choose a new Frogy password')
  expect(new Set([...first, ...second].map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1])).size).toBe(3)
})

test('does not send a delayed mail whose link no longer works', async () => {
  await using server = await openMailServer()
  await using frogy = await startFrogy({ SMTP_URL: server.url })
  server.isRefusing = true
  const [layla, omar, sara] = [await frogy.person(), await frogy.person(), await frogy.person()]
  const [former, wanted] = [randomEmail(), randomEmail()]
  await wantEmail(layla, former)
  await wantEmail(layla, wanted)
  await omar.call('DELETE /api/profile', {})
  await omar.signIn(omar.user?.email ?? '')
  await forgot(frogy, sara.user?.email ?? '')
  // Wait until the server has rejected each mail once.
  await expect.poll(() => server.refused, PATIENCE).toBeGreaterThan(5)
  const password = 'another stable horse'
  const body = { currentPassword: sara.password, password, confirmPassword: password }
  frogy.clock.advance(1_000)
  await sara.call('POST /api/profile/password', { body })
  // The server may still reject an attempt that began before the password change. After two more rejections, no such
  // attempt is left.
  const before = server.refused
  await expect.poll(() => server.refused, PATIENCE).toBeGreaterThan(before + 1)
  server.isRefusing = false

  await expect.poll(() => server.to(wanted), PATIENCE).toHaveLength(1)
  await expect.poll(() => server.to(layla.user?.email ?? ''), PATIENCE).toHaveLength(2)
  await expect.poll(() => server.to(sara.user?.email ?? ''), PATIENCE).toHaveLength(1)
  expect(server.to(sara.user?.email ?? '')[0]).toContain('password was changed')
  expect(server.to(former)).toEqual([])
  expect(server.to(omar.user?.email ?? '')).toEqual([])
  expect(await failed(frogy)).toEqual([])
})
