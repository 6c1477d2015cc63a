import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnOnTwoFactor } from '#tests/support/authenticator-app.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import { login } from '#tests/support/sign-in-requests.ts'
import { runAdminCommand } from './admin-command.ts'

let place: Installation
beforeAll(async () => {
  place = await installation()
})
afterAll(() => place[Symbol.asyncDispose]())

async function admin(...args: string[]) {
  const lines: string[] = []
  const output = { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  const code = await runAdminCommand(args, place.environment, output)
  return { code, said: lines.join('\n') }
}
const tokenIn = (said: string) => /token=(\S+)/.exec(said)?.[1] ?? ''
const FIRST = 'noura@example.com'
const password = 'a lamp on the quay'

describe('npm run admin', () => {
  test('prints the usage of the admin command, and exits with code 2 on wrong arguments', async () => {
    expect(await admin('help')).toMatchObject({
      code: 0,
      said: expect.stringContaining('reset-password EMAIL [--mail]'),
    })
    for (const wrong of [
      [],
      ['nonsense'],
      ['role', FIRST],
      ['role', FIRST, 'owner'],
      ['reset-password'],
      ['constructor'],
    ]) {
      expect(await admin(...wrong)).toMatchObject({ code: 2, said: expect.stringContaining('Usage: npm run admin') })
    }
  })

  test('creates the first administrator and prints a link to choose the password', async () => {
    const made = await admin('create-admin', ` ${FIRST.toUpperCase()} `, 'Noura', 'St. Clair')
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`Created the administrator ${FIRST}`) })
    await using frogy = await place.start()
    const token = tokenIn(made.said)
    const visitor = frogy.visitor()
    await visitor.call('POST /api/reset-password', { body: { token, password, confirmPassword: password } })
    expect((await login(visitor, FIRST, password)).body).toMatchObject({
      role: 'admin',
      firstName: 'Noura',
      emailConfirmed: true,
    })
    const { entries } = await visitor.call('GET /api/admin/audit', {})
    expect(entries).toMatchObject([{ act: 'account_made', actor: null, subject: FIRST }])
    expect(await admin('create-admin', FIRST)).toMatchObject({ code: place.environment.DATABASE_URL ? 1 : 3 })
  })

  test('rejects an unknown or invalid email address and changes nothing', async () => {
    for (const name of ['reset-password', 'remove-two-factor'])
      expect(await admin(name, 'ghost@example.com')).toEqual({
        code: 1,
        said: 'No account has the address ghost@example.com. Nothing was changed.',
      })
    expect(await admin('role', 'no address', 'admin')).toEqual({
      code: 1,
      said: '"no address" is not an email address.',
    })
  })

  test('changes roles, except of the only administrator and of those in ADMIN_EMAILS', async () => {
    expect(await admin('role', FIRST, 'user')).toMatchObject({
      code: 1,
      said: expect.stringContaining('only administrator'),
    })
    await admin('create-admin', 'omar@example.com')
    expect(await admin('create-admin', 'omar@example.com')).toMatchObject({ code: 1 })
    expect((await admin('role', 'omar@example.com', 'user')).code).toBe(0)
    expect(await admin('role', 'omar@example.com', 'user')).toMatchObject({
      code: 0,
      said: expect.stringContaining('already'),
    })
    expect(await admin('create-admin', 'omar@example.com')).toMatchObject({
      code: 0,
      said: expect.stringContaining('password is unchanged'),
    })
    const environment = { ...place.environment, ADMIN_EMAILS: 'omar@example.com' }
    const said: string[] = []
    const output = { log: (line: string) => said.push(line), error: (line: string) => said.push(line) }
    expect(await runAdminCommand(['role', 'omar@example.com', 'user'], environment, output)).toBe(1)
    expect(said.join()).toContain('ADMIN_EMAILS')
  })

  test('removes a lost second factor, prints a password link, and notifies the user', async () => {
    {
      await using frogy = await place.start()
      const noura = frogy.visitor()
      await login(noura, FIRST, password)
      await turnOnTwoFactor(noura, place.clock.now())
    }
    expect(await admin('remove-two-factor', FIRST)).toMatchObject({
      code: 0,
      said: expect.stringContaining('two-factor sign-in'),
    })
    expect(await admin('remove-two-factor', FIRST)).toMatchObject({ code: 1 })
    const link = await admin('reset-password', FIRST)
    expect(link.code).toBe(0)
    await using frogy = await place.start()
    const noura = frogy.visitor()
    expect((await login(noura, FIRST, password)).status).toBe(200)
    expect((await noura.call('GET /api/notifications', {})).items).toMatchObject([
      { kind: 'security', action: 'secure', isRead: false, text: expect.stringContaining('operator') },
    ])
    // The earlier mail about turning two-factor sign-in on may arrive only now, so count only the mail about its
    // removal.
    await eventually(async () => {
      const mails = mailsIn(place.dataDir).filter((mail) => mail.includes(`To: ${FIRST}\n`))
      expect(mails.filter((mail) => mail.includes('removed'))).toHaveLength(1)
    })
    const chosen = 'another lamp on the quay'
    await noura.call('POST /api/reset-password', {
      body: { token: tokenIn(link.said), password: chosen, confirmPassword: chosen },
    })
    expect((await login(frogy.visitor(), FIRST, chosen)).status).toBe(200)
    const { entries } = await readAudit(frogy.visitor(), chosen)
    expect(entries.slice(0, 2)).toMatchObject([
      { act: 'password_link_made', actor: null, subject: FIRST },
      { act: 'second_factor_removed', actor: null, before: { twoFactor: true, passkeys: 0 } },
    ])
  })

  test('refuses to mail a link without a mail server, and to run in a folder without a database', async () => {
    expect(await admin('reset-password', FIRST, '--mail')).toMatchObject({
      code: 1,
      said: expect.stringContaining('SMTP_URL'),
    })
    const said: string[] = []
    const output = { log: (line: string) => said.push(line), error: (line: string) => said.push(line) }
    const environment = { DATA_DIR: join(place.dataDir, 'elsewhere'), LOG_LEVEL: 'silent' }
    expect(await runAdminCommand(['reset-password', FIRST], environment, output)).toBe(1)
    expect(said.join()).toContain('There is no database')
  })

  test('runs `npm run admin`, and reports a running Frogy that has the embedded database open', async () => {
    await using _frogy = await place.start()
    const file = join(import.meta.dirname, '../../../bin/admin.ts')
    const child = spawn(process.execPath, [file, 'role', FIRST, 'admin'], {
      env: { PATH: process.env.PATH, ...place.environment },
    })
    const [said, failed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    if (place.environment.DATABASE_URL) expect([code, said]).toEqual([0, `${FIRST} already has the role admin.\n`])
    else
      expect([code, failed]).toEqual([3, expect.stringMatching(/Frogy is running.*Nothing was changed\. Stop Frogy/)])
  })
})

async function readAudit(visitor: Parameters<typeof login>[0], chosen: string) {
  await login(visitor, FIRST, chosen)
  return await visitor.call('GET /api/admin/audit', {})
}
