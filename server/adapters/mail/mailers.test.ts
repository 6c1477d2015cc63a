import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openMailServer } from '#tests/support/mail-server.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { logError } from '#server/log/log-error.ts'
import { mailerFor } from './mailers.ts'

const forgot = (frogy: Frogy, email: string) => frogy.visitor().ask('POST /api/forgot-password', { body: { email } })

test('sends mail in any language to the configured mail server', async () => {
  await using mailServer = await openMailServer()
  await using frogy = await startFrogy({ SMTP_URL: mailServer.url, MAIL_FROM: 'فروغي <frogy@example.com>' })
  const layla = await frogy.person()
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  const email = layla.user?.email ?? ''
  expect((await forgot(frogy, email)).status).toBe(200)

  await expect.poll(() => mailServer.to(email)).toHaveLength(1)
  const [message] = mailServer.to(email)
  expect(message).toMatch(/^From: =\?UTF-8\?.*<frogy@example\.com>/m)
  expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(readdirSync(frogy.dataDir)).not.toContain('outbox')
})

test('answers a password reset request as usual when the mail server is unreachable', async () => {
  await using frogy = await startFrogy({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { user } = await frogy.person()
  const [known, unknown] = [await forgot(frogy, user?.email ?? ''), await forgot(frogy, 'nobody@example.com')]
  expect(known.status).toBe(200)
  expect(known.body).toEqual(unknown.body)
})

test("writes complete mails to an outbox folder that only the installation's owner can read", async () => {
  await using frogy = await startFrogy()
  const { user } = await frogy.person()
  await forgot(frogy, user?.email ?? '')
  const mail = await mailTo(frogy.dataDir, user?.email ?? '')
  expect(
    mail
      .split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['From', 'To', 'Subject', 'Date', 'Content-Type', 'Content-Transfer-Encoding'])
  const outbox = join(frogy.dataDir, 'outbox')
  expect(statSync(outbox).mode & 0o777).toBe(0o700)
  // Anyone who reads such a mail could change the user's password, so only the owner may read the file.
  for (const name of readdirSync(outbox)) expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
})

test('deletes old mails, and all mails to a given address, from the outbox', async () => {
  await using frogy = await startFrogy()
  const parts = { smtpUrl: undefined, mailFrom: 'frogy@example.com', dataDir: frogy.dataDir }
  const mailer = mailerFor(parts, frogy.clock.now, SILENT)
  const send = (to: string, text = '') => mailer.deliver({ to, subject: 'Hello', text, link: '' })
  await send('layla@example.com')
  frogy.clock.advance(14 * 86_400_000 + 1)
  await send('omar@example.com', 'Layla@Example.com was suspended')
  for (const to of ['omar@example.com', 'layla@example.com', 'a.layla@example.com', 'layla@example.com.sa'])
    await send(to)
  await mailer.forget([])
  expect(mailsIn(frogy.dataDir)).toHaveLength(5)
  await mailer.forget(['layla@example.com'])
  const left = mailsIn(frogy.dataDir).map((mail) => /^To: (.*)$/m.exec(mail)?.[1])
  expect(left).toEqual(['omar@example.com', 'a.layla@example.com', 'layla@example.com.sa'])
})

test('logs no email address when it writes a mail to the outbox or logs an error', async () => {
  const lines: string[] = []
  const log = Object.assign(Object.create(SILENT) as FastifyBaseLogger, {
    info: (line: string) => void lines.push(line),
  })
  await using frogy = await startFrogy()
  const parts = { smtpUrl: undefined, mailFrom: 'frogy@example.com', dataDir: frogy.dataDir }
  const mail = { to: 'layla@example.com', subject: 'Hello', text: '', link: 'https://frogy.example/x' }
  await mailerFor(parts, frogy.clock.now, log).deliver(mail)
  expect(lines.join()).toContain(mail.link)
  expect(lines.join()).not.toContain('@')
  const refused = Object.assign(
    new Error('550 <layla@example.com> unknown', { cause: new Error('ليلى@مثال.إختبار') }),
    {
      rejected: ['layla@example.com'],
      rejectedErrors: [new Error('No such user: layla+news@mail.example.co.uk')],
    },
  )
  expect(JSON.stringify(logError(refused))).not.toMatch(/layla|ليلى/)
  expect(logError(refused)).toMatchObject({ type: 'Error', message: '550 <…@…> unknown' })
})

test('names outbox files in the order of writing, even within the same millisecond', async () => {
  await using frogy = await startFrogy()
  const mailer = mailerFor(
    { smtpUrl: undefined, mailFrom: 'frogy@example.com', dataDir: frogy.dataDir },
    frogy.clock.now,
    SILENT,
  )
  const subjects = Array.from({ length: 40 }, (_, n) => `Mail ${n}`)
  const to = 'layla@example.com'
  await Promise.all(
    subjects.map((subject) => mailer.deliver({ to, subject, text: 'Hello', link: 'https://a.example' })),
  )
  expect(mailsIn(frogy.dataDir).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])).toEqual(subjects)
})

const SILENT = { info: () => {}, error: () => {} } as unknown as FastifyBaseLogger
