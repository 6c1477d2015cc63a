import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess, type FrogyProcess } from '#tests/support/processes.ts'

const POST = 'A launch on Thursday that nobody may know'
const FORGED = 'forged-request-id-1'

const opened = new AsyncDisposableStack()
let frogy: FrogyProcess
beforeAll(async () => {
  const { dataDir, databaseUrl } = opened.use(await testDatabase())
  const mails = opened.use(await openMailServer())
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SMTP_URL: mails.url,
    SIMULATOR_PORT: '0',
    SIMULATOR_AUTO_CONSENT: '1',
    LOG_LEVEL: 'debug',
    SLOW_QUERY_MS: '1',
  }
  frogy = opened.use(await startProcess(environment))
})
afterAll(() => opened.disposeAsync())

/** Parses the log. Each line must be JSON, except the lines that Frogy prints at startup. */
const entries = (): Record<string, unknown>[] =>
  frogy
    .printed()
    .split('\n')
    .filter((line) => line && !/^(?:Frogy|The simulated networks|Created the database)/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const requestsOf = (route: string) => entries().filter(({ msg, route: at }) => msg === 'request' && at === route)

async function requestId(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(frogy.url)
  const [response] = (await once(request({ hostname, port, path, headers }).end(), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return String(response.headers['x-request-id'])
}

test('logs one line per request, with the request id and the route pattern instead of the path', async () => {
  const ids = [
    await requestId('/api/registration'),
    await requestId('/api/posts/11111111-2222-4333-8444-555555555555?token=secret-of-a-query'),
    await requestId('/%ZZ'),
  ]
  expect(new Set(ids).size).toBe(3)
  await expect.poll(() => requestsOf('/api/registration')).toHaveLength(1)
  expect(requestsOf('/api/registration')).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string,
      requestId: ids[0],
      method: 'GET',
      route: '/api/registration',
      status: 200,
      ms: expect.any(Number) as number,
      msg: 'request',
    },
  ])
  await expect.poll(() => requestsOf('/api/posts/:id')).toMatchObject([{ requestId: ids[1], status: 401 }])
})

test('accepts a request id only from a trusted proxy', async () => {
  expect(await requestId('/api/registration', { 'x-request-id': FORGED })).not.toBe(FORGED)
  await using opened = new AsyncDisposableStack()
  const { dataDir, databaseUrl } = opened.use(await testDatabase())
  const behind = opened.use(
    await startProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SIMULATOR_PORT: '0',
      TRUST_PROXY: '10.1.0.0/16,127.0.0.0/8',
    }),
  )
  const idOf = async (given: string) =>
    (await fetch(`${behind.url}/healthz`, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await idOf(FORGED)).toBe(FORGED)
  expect(await idOf('short')).not.toBe('short')
  expect(await idOf('two words {"level":60}')).not.toContain('level')
})

test('logs no secrets, no post texts and no email addresses', async () => {
  const layla = await new Person(frogy.url).register()
  await layla.connect('linkedin')
  const post = await layla.schedule({ platform: 'linkedin', content: POST, at: new Date(Date.now() + 2_000) })
  await layla.decided(post)
  const { token } = await layla.call('POST /api/keys', { body: { name: 'a key', scopes: ['posts:read'] } })
  await fetch(`${frogy.url}/api/posts`, { headers: { authorization: `Bearer ${token}` } })
  await fetch(`${frogy.url}/api/posts?search=${encodeURIComponent(POST)}&access_token=${token}`)
  await fetch(`${frogy.url}/api/login`, { method: 'POST', body: `{"password": "${POST}` })
  await expect.poll(() => requestsOf('/api/posts').length).toBeGreaterThanOrEqual(3)
  const printed = frogy.printed()
  const sessions = layla.cookie.split('; ').map((cookie) => cookie.split('=')[1] ?? '')
  const secrets = [layla.password, token, ...sessions.filter((value) => value.length > 10)]
  expect(secrets.length).toBeGreaterThan(2)
  for (const secret of [...secrets, 'Thursday', layla.user?.email ?? 'no user', 'secret-of-a-query'])
    expect(printed).not.toContain(secret)
  expect(requestsOf('/api/keys')).toMatchObject([{ status: 201, userId: layla.user?.id }])
})

test('logs slow statements with placeholders instead of values', async () => {
  await expect.poll(() => entries().filter(({ msg }) => msg === 'a statement was slow').length).toBeGreaterThan(0)
  const slow = entries().filter(({ msg }) => msg === 'a statement was slow')
  for (const entry of slow) {
    expect(Object.keys(entry).toSorted()).toEqual(['level', 'ms', 'msg', 'sql', 'time'])
    expect(entry.level).toBe(40)
  }
  expect(slow.some(({ sql }) => String(sql).includes('$1'))).toBe(true)
})

test('prints only JSON lines in production, including the server address', async () => {
  await using opened = new AsyncDisposableStack()
  const { dataDir, databaseUrl } = opened.use(await testDatabase())
  const production = opened.use(
    await startProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'production',
      RATE_LIMITS: undefined,
      PUBLIC_URL: 'https://frogy.example.com',
      SIMULATOR_PORT: '0',
    }),
  )
  expect(production.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const lines = production.printed().trim().split('\n')
  const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(new Set(levels)).toEqual(new Set([30, 40]))
})
