import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SCOPES, type Scope } from '#core/programs/scopes.ts'
import { openPausingProxy, type PausingProxy } from '#tests/support/pausing-proxy.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { texts } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam } from '#tests/support/team.ts'

// Runs the real program as a process, against a real Frogy with the simulated networks.

const PROGRAM = join(import.meta.dirname, '..', 'cli.ts')

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

interface Ended {
  code: number | null
  out: string
  err: string
}

interface Machine {
  /** Where the program keeps its files. */
  home: string
  environment: Record<string, string>
  start(args: readonly string[], input?: string | Uint8Array): { kill(): void; ended: Promise<Ended> }
  run(args: readonly string[], input?: string | Uint8Array): Promise<Ended>
  /** Runs the program with `--json`, which must succeed, and returns its result. */
  json<T>(args: readonly string[], input?: string | Uint8Array): Promise<T>
}

/** A machine with its own home folder, and with these settings in its environment. */
function machine(environment: Record<string, string> = {}): Machine {
  const home = mkdtempSync(join(tmpdir(), 'frogy-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const own: Machine = {
    home,
    environment: { PATH: process.env.PATH ?? '', HOME: home, ...environment },
    start(args, input = '') {
      const child = spawn(process.execPath, [PROGRAM, ...args], { env: own.environment, cwd: home })
      let [out, err] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
      // Ignore a broken pipe, because the program may end without reading its input.
      child.stdin.on('error', () => {}).end(input)
      const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
      return { kill: () => void child.kill('SIGKILL'), ended }
    },
    run: (args, input) => own.start(args, input).ended,
    async json<T>(args: readonly string[], input?: string | Uint8Array) {
      const { code, out, err } = await own.run([...args, '--json'], input)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return JSON.parse(out) as T
    },
  }
  return own
}

/** A user with accounts on these networks, and a machine with an API key of this user. */
async function author(platforms: readonly Platform[], scopes: readonly Scope[] = SCOPES, url = frogy.url) {
  const person = await frogy.person(...platforms)
  const { token } = await person.call('POST /api/keys', { body: { name: 'Terminal', scopes: [...scopes] } })
  return { person, token, machine: machine({ FROGY_URL: url, FROGY_API_KEY: token }) }
}

const postsOf = (person: Person) => person.call('GET /api/posts', {})
/** The records of commands whose result is unknown. */
const unfinished = ({ home }: Machine): string[] => readdirSync(join(home, '.local', 'state', 'frogy', 'unfinished'))

describe('frogy post', () => {
  test('publishes an Arabic text immediately on two networks, exactly as given', async () => {
    const { person, machine } = await author(['bluesky', 'mastodon'])
    const text = 'صباح الخير يا جدة 🌊\nالسطر الثاني، مع 12 رقمًا'
    const { code, out, err } = await machine.run(['post', text, '--network', 'bluesky,mastodon'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').filter(Boolean)).toHaveLength(2)
    expect(
      (await postsOf(person)).map(({ status, content, contentLanguage }) => [status, content, contentLanguage]),
    ).toEqual([
      ['published', text, 'ar'],
      ['published', text, 'ar'],
    ])
    for (const network of ['bluesky', 'mastodon'] as const) expect(await texts(frogy, network)).toContain(text)
    expect(unfinished(machine)).toEqual([])
  })

  test('reads the text from the standard input or a file, without its last line break', async () => {
    const { person, machine } = await author(['linkedin'])
    writeFileSync(join(machine.home, 'text.txt'), '\uFEFFمن ملف\r\nسطر\r\n')
    await machine.json(['draft', '-n', 'linkedin'], 'From the input\n\n')
    await machine.json(['draft', '-n', 'linkedin', '--file', 'text.txt'])
    expect((await postsOf(person)).map(({ content }) => content)).toEqual(['من ملف\nسطر', 'From the input'])
  })

  test('uploads pictures with their descriptions, and attaches an uploaded one by its id', async () => {
    const { person, machine } = await author(['linkedin'])
    for (const name of ['ميناء.jpg', 'second.png']) writeFileSync(join(machine.home, name), await pictureFile())
    const [stored] = await machine.json<{ id: string }[]>(['upload', 'second.png', '--alt', 'A crane'])
    const args = ['--image', 'ميناء.jpg', '--image', stored?.id ?? '', '--alt', 'ميناء جدة']
    const [post] = await machine.json<Post[]>(['draft', 'With pictures', '-n', 'linkedin', ...args])
    const images = await person.call('GET /api/images', { query: { ids: post?.media.images.join() ?? '' } })
    expect(images.map(({ originalName, altText }) => [originalName, altText])).toEqual([
      ['ميناء.jpg', 'ميناء جدة'],
      ['second.png', 'A crane'],
    ])
  })

  test('adds hashtags, and accepts the name X for the network twitter', async () => {
    const { machine } = await author(['twitter'])
    const [post] = await machine.json<Post[]>(['draft', 'Hello', '-n', 'X', '--hashtags', 'work, ثقة'])
    expect(post).toMatchObject({ platform: 'twitter', hashtags: ['#work', '#ثقة'] })
  })

  test('reports that a text is too long for one network, and posts it once on the other network', async () => {
    const { person, machine } = await author(['bluesky', 'linkedin'])
    const command = ['post', 'كلمة '.repeat(100).trim(), '-n', 'linkedin,bluesky']
    for (const _run of [1, 2]) {
      const { code, out, err } = await machine.run(command)
      expect(code).toBe(4)
      expect(err).toMatch(/bluesky: [^]*300/)
      expect(out).toContain('linkedin')
    }
    expect((await postsOf(person)).map(({ platform }) => platform)).toEqual(['linkedin'])
  })

  test('reports a post that its network rejects', async () => {
    const { person, machine } = await author(['linkedin'])
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 422, count: 1 })
    const { code, err } = await machine.run(['post', 'Not wanted there', '-n', 'linkedin'])
    const [post] = await postsOf(person)
    expect({ code, status: post?.status }).toEqual({ code: 6, status: 'failed' })
    expect(err).toContain(post?.failure?.message)
  })
})

describe('frogy post --at', () => {
  const AT = '2031-07-01T05:30:00.000Z'

  test.each([
    ['an instant', ['--at', '2031-07-01T08:30+03:00'], null],
    ['an instant with a zone', ['--at', '2031-07-01T05:30Z', '--zone', 'Asia/Riyadh'], 'Asia/Riyadh'],
    ['a local time in the zone of the account', ['--at', '2031-07-01 08:30'], 'Asia/Riyadh'],
    ['a local time in Arabic digits', ['--at', '٢٠٣١-٠٧-٠١ ٠٨:٣٠'], 'Asia/Riyadh'],
    ['a local time in another zone', ['--at', '2031-07-01T07:30', '--zone', 'Africa/Algiers'], 'Africa/Algiers'],
  ])('schedules a post for a time that is given as: %s', async (_form, args, timeZone) => {
    const { person, machine } = await author(['linkedin'])
    await person.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    const at = timeZone === 'Africa/Algiers' ? '2031-07-01T06:30:00.000Z' : AT
    const [post] = await machine.json<Post[]>(['post', 'Later', '-n', 'linkedin', ...args])
    expect(post).toMatchObject({ status: 'scheduled', scheduledAt: at, timeZone })
  })

  test('schedules a post for a time that is given as a duration from now', async () => {
    const { machine } = await author(['linkedin'])
    const before = Date.now()
    const [post] = await machine.json<Post[]>(['post', 'Later', '-n', 'linkedin', '--at', '+90m'])
    const afterMs = Date.parse(post?.scheduledAt ?? '') - before
    expect(afterMs).toBeGreaterThanOrEqual(90 * 60_000)
    expect(afterMs).toBeLessThan(120 * 60_000)
  })

  test('schedules a post for the next free weekly time, and a draft for the one after it', async () => {
    const { person, machine } = await author(['linkedin'])
    await person.call('PATCH /api/slots', { body: { week: [{ weekday: 1, time: '09:00', platform: null }] } })
    const query = { platforms: 'linkedin', limit: '2', timeZone: 'Asia/Riyadh' }
    const [first, second] = await person.call('GET /api/slots/free', { query })
    const zone = ['--zone', 'Asia/Riyadh']
    const [post] = await machine.json<Post[]>(['post', 'Weekly', '-n', 'linkedin', '--at', 'next', ...zone])
    const [draft] = await machine.json<Post[]>(['draft', 'Weekly too', '-n', 'linkedin'])
    const scheduled = await machine.json<Post>(['schedule', draft?.id ?? '', '--at', 'next', ...zone])
    expect([post?.scheduledAt, scheduled.scheduledAt]).toEqual([first?.at, second?.at])
  })

  test('refuses a time in the past, and a local time if the account has no zone', async () => {
    const { person, machine } = await author(['linkedin'])
    const past = await machine.run(['post', 'Too late', '-n', 'linkedin', '--at', '2020-01-01T08:30Z'])
    expect(past.code).toBe(4)
    const { code, err } = await machine.run(['post', 'Where?', '-n', 'linkedin', '--at', '2031-07-01 08:30'])
    expect({ code, isZoneNamed: err.includes('timeZone') }).toEqual({ code: 4, isZoneNamed: true })
    expect(await postsOf(person)).toEqual([])
  })
})

describe('after a lost response, frogy', () => {
  const isNewPost = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/api/posts'
  let proxy: PausingProxy
  beforeAll(async () => {
    proxy = await openPausingProxy(frogy.url)
  })
  afterAll(() => proxy[Symbol.asyncDispose]())

  /** Cuts the responses to the next requests that create a post, after Frogy has created it. */
  async function cutAnswers(count: number): Promise<void> {
    for (let left = count; left > 0; left--) (await proxy.hold('answer', isNewPost)).cut()
  }

  test('repeats a request under the same idempotency key if its response is lost', async () => {
    const { person, machine } = await author(['bluesky'], SCOPES, proxy.url)
    const isCut = cutAnswers(2)
    const [post] = await machine.json<Post[]>(['post', 'Cut twice', '-n', 'bluesky'])
    await isCut
    expect((await postsOf(person)).map(({ id }) => id)).toEqual([post?.id])
    expect((await texts(frogy, 'bluesky')).filter((text) => text === 'Cut twice')).toHaveLength(1)
  })

  test('ends with exit code 5 if no retry gets a response, and finds the post when the command is repeated', async () => {
    const { person, machine } = await author(['bluesky'], SCOPES, proxy.url)
    const command = ['post', 'قُطع الاتصال', '-n', 'bluesky']
    const isCut = cutAnswers(4)
    const first = await machine.run(command)
    await isCut
    expect({ code: first.code, out: first.out }).toEqual({ code: 5, out: '' })
    const again = await machine.run(command)
    const [post, ...more] = await postsOf(person)
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('Continues the same command') })
    expect(again.out).toContain(post?.id)
    expect(more).toEqual([])
    expect((await texts(frogy, 'bluesky')).filter((text) => text === 'قُطع الاتصال')).toHaveLength(1)
  })

  test.each(['post', 'draft'])(
    'returns the existing post when the command frogy %s is killed and repeated',
    async (name) => {
      const { person, machine } = await author(['bluesky'], SCOPES, proxy.url)
      const command = [name, `Killed ${name}`, '-n', 'bluesky', ...(name === 'post' ? ['--at', '+2h'] : [])]
      const held = proxy.hold('answer', isNewPost)
      const { kill, ended } = machine.start(command)
      const answer = await held
      kill()
      expect((await ended).code).toBeNull()
      answer.cut()
      const again = await machine.run(command)
      const posts = await postsOf(person)
      expect({ code: again.code, posts: posts.length }).toEqual({ code: 0, posts: 1 })
      expect(again.out).toContain(posts[0]?.id)
    },
  )

  test('uploads a picture once when the command is repeated', async () => {
    const { person, machine } = await author(['linkedin'], SCOPES, proxy.url)
    writeFileSync(join(machine.home, 'one.jpg'), await pictureFile())
    const command = ['draft', 'With a picture', '-n', 'linkedin', '--image', 'one.jpg']
    const held = proxy.hold('answer', isNewPost)
    const { kill, ended } = machine.start(command)
    const answer = await held
    kill()
    await ended
    answer.cut()
    const { usedBytes } = await person.call('GET /api/storage', {})
    const again = await machine.run(command)
    const [post, ...more] = await postsOf(person)
    expect({ code: again.code, more }).toEqual({ code: 0, more: [] })
    expect(again.out).toContain(post?.id)
    expect(await person.call('GET /api/storage', {})).toMatchObject({ usedBytes })
  })

  test('makes one post when the same command runs twice at the same time', async () => {
    const { person, machine } = await author(['bluesky'], SCOPES, proxy.url)
    const command = ['post', 'Twice at the same time', '-n', 'bluesky']
    const held = proxy.hold('answer', isNewPost)
    const first = machine.start(command)
    const answer = await held
    const second = await machine.run(command)
    answer.release()
    expect([(await first.ended).code, second.code]).toEqual([0, 0])
    expect(await postsOf(person)).toHaveLength(1)
  })

  test('creates a second post when a successful command is repeated', async () => {
    const { person, machine } = await author(['linkedin'])
    for (const _run of [1, 2]) await machine.json(['draft', 'Good morning', '-n', 'linkedin'])
    expect(await postsOf(person)).toHaveLength(2)
  })

  test('finds the post by an idempotency key on a machine without the files of the first run', async () => {
    const { person, token } = await author(['linkedin'])
    const command = ['post', 'From CI', '-n', 'linkedin', '--at', '2031-07-01T08:30Z', '--idempotency-key', 'build-7']
    const ids = []
    for (const _run of [1, 2])
      ids.push((await machine({ FROGY_URL: frogy.url, FROGY_API_KEY: token }).json<Post[]>(command))[0]?.id)
    expect(ids[0]).toBe(ids[1])
    expect(await postsOf(person)).toHaveLength(1)
    const relative = ['post', 'From CI', '-n', 'linkedin', '--at', '+2h', '--idempotency-key', 'build-8']
    expect((await machine({ FROGY_URL: frogy.url, FROGY_API_KEY: token }).run(relative)).code).toBe(2)
  })
})

describe('frogy', () => {
  test('lists, shows, schedules, moves, cancels and deletes a post', async () => {
    const { person, machine } = await author(['linkedin'])
    const [draft] = await machine.json<Post[]>(['draft', 'Draft me', '-n', 'linkedin'])
    const id = draft?.id ?? ''
    expect(await machine.json<Post>(['schedule', id, '--at', '2031-07-01T08:30Z'])).toMatchObject({
      status: 'scheduled',
    })
    expect(await machine.json<Post[]>(['list', '--status', 'scheduled', '-n', 'linkedin'])).toMatchObject([{ id }])
    expect(await machine.json<Post>(['schedule', id, '--at', '2031-07-02T08:30Z'])).toMatchObject({
      scheduledAt: '2031-07-02T08:30:00.000Z',
    })
    expect(await machine.json<Post>(['cancel', id])).toMatchObject({ status: 'draft', scheduledAt: null })
    expect((await machine.run(['show', id])).out).toContain('Draft me')
    expect(await machine.run(['delete', id])).toMatchObject({ code: 0, out: `${id}  deleted\n` })
    expect(await postsOf(person)).toEqual([])
    expect((await machine.run(['show', id])).code).toBe(4)
  })

  test('publishes a draft, and deletes a published post from its network only when asked', async () => {
    const { person, machine } = await author(['mastodon'])
    const [draft] = await machine.json<Post[]>(['draft', 'Out and away', '-n', 'mastodon'])
    const id = draft?.id ?? ''
    expect(await machine.json<Post>(['publish', id])).toMatchObject({ status: 'published' })
    const refused = await machine.run(['delete', id, '--json'])
    expect(refused.code).toBe(4)
    expect(JSON.parse(refused.err)).toMatchObject({ error: { exitCode: 4, code: 'already_published' } })
    expect((await machine.run(['delete', id, '--also-on-network'])).code).toBe(0)
    expect(await postsOf(person)).toEqual([])
    const left = (await frogy.simulator.posts('mastodon')).filter(
      ({ text, deleted }) => text === 'Out and away' && !deleted,
    )
    expect(left).toEqual([])
  })

  test('prints each post on one line, without control characters', async () => {
    const { person, machine } = await author(['linkedin'])
    const content = 'مرحبا\u001b[31m red\u202e\nsecond line'
    await person.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'draft' } })
    const { out } = await machine.run(['list'])
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(out.trimEnd()).not.toMatch(/\p{Cc}|\u202e/u)
    expect(out).toContain('\u2068مرحبا')
  })

  test('posts in the workspace that the API key belongs to', async () => {
    const { owner, id } = await makeTeam(frogy)
    await owner.connect('linkedin')
    const { token } = await owner.call('POST /api/keys', {
      body: { name: 'Terminal', scopes: ['posts:write', 'posts:read', 'accounts:read'] },
    })
    for (const url of [frogy.url, `${frogy.url}/w/${id}`]) {
      const own = machine({ FROGY_URL: url, FROGY_API_KEY: token })
      const [draft] = await own.json<Post[]>(['draft', `Ours at ${url}`, '-n', 'linkedin'])
      expect(await owner.read({ id: draft?.id ?? '' })).toMatchObject({ content: `Ours at ${url}` })
      expect(await own.json(['accounts'])).toHaveLength(1)
    }
    const other = machine({ FROGY_URL: `${frogy.url}/w/${crypto.randomUUID()}`, FROGY_API_KEY: token })
    expect((await other.run(['list'])).code).toBe(4)
    expect(await owner.movedTo(frogy.url).call('GET /api/posts', {})).toEqual([])
  })

  test('posts from the account that the command names', async () => {
    const { machine } = await author(['linkedin'])
    const [account] = await machine.json<{ id: string }[]>(['accounts'])
    const [post] = await machine.json<Post[]>(['draft', 'Mine', '-n', 'linkedin', '--account', account?.id ?? ''])
    expect(post?.accountId).toBe(account?.id)
  })
})

describe('frogy login', () => {
  const stored = ({ home }: Machine) => join(home, '.config', 'frogy', 'client.json')

  test('stores address and key in a file that only their user can read', async () => {
    const { token } = await author(['linkedin'])
    const own = machine()
    expect(await own.run(['login', `${frogy.url}/`], `${token}\n`)).toMatchObject({ code: 0, out: '' })
    expect(statSync(stored(own)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(stored(own), 'utf8'))).toEqual({ url: frogy.url, key: token })
    expect(await own.json(['accounts'])).toMatchObject([{ platform: 'linkedin' }])
  })

  test('refuses a settings file that other users of the machine can read', async () => {
    const { token } = await author([])
    const own = machine()
    await own.run(['login', frogy.url], token)
    chmodSync(stored(own), 0o640)
    expect(await own.run(['list'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
  })

  test('stores a key, and sends it to no other server', async () => {
    const { token } = await author([])
    const own = machine()
    await own.run(['login', frogy.url], token)
    own.environment.FROGY_URL = 'http://127.0.0.1:9'
    expect((await own.run(['list'])).code).toBe(2)
  })

  test.each([
    ['no settings', {}],
    ['an address that is none', { FROGY_URL: 'frogy.example', FROGY_API_KEY: 'frogy_x' }],
    ['an address with a password', { FROGY_URL: 'https://a:b@frogy.example', FROGY_API_KEY: 'frogy_x' }],
  ])('before frogy login, refuses a command if the environment contains %s', async (_what, environment) => {
    expect((await machine(environment).run(['list'])).code).toBe(2)
  })

  test('does not store a key that Frogy rejects', async () => {
    const own = machine()
    expect((await own.run(['login', frogy.url], 'frogy_wrong')).code).toBe(3)
    mkdirSync(join(own.home, '.config'), { recursive: true })
    expect(readdirSync(join(own.home, '.config'))).toEqual([])
  })
})

describe('exit codes of frogy', () => {
  test('exits with code 3 and changes nothing if the API key is wrong', async () => {
    const { person } = await author(['linkedin'])
    const own = machine({ FROGY_URL: frogy.url, FROGY_API_KEY: `frogy_${'x'.repeat(43)}` })
    expect((await own.run(['post', 'Hello', '-n', 'linkedin'])).code).toBe(3)
    expect(await postsOf(person)).toEqual([])
    expect(unfinished(own)).toEqual([])
  })

  test('names a missing permission in the language of the account', async () => {
    const { person, machine } = await author(['linkedin'], ['posts:write'])
    await person.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const { code, err } = await machine.run(['post', 'Hello', '-n', 'linkedin'])
    expect({ code, isNamed: err.includes('posts:publish'), isArabic: /\p{Script=Arabic}/u.test(err) }).toEqual({
      code: 3,
      isNamed: true,
      isArabic: true,
    })
  })

  test.each([
    ['an unknown command', ['tweet', 'Hello']],
    ['a missing network', ['post', 'Hello']],
    ['an option of another command', ['list', '--at', '+2h']],
    ['a text in several arguments', ['post', 'Hello', 'world', '-n', 'linkedin']],
    ['a missing id', ['delete']],
    ['a missing file', ['draft', '-n', 'linkedin', '--file', 'none.txt']],
    ['a missing picture', ['draft', 'Hello', '-n', 'linkedin', '--image', 'none.jpg']],
    ['more descriptions than pictures', ['draft', 'Hello', '-n', 'linkedin', '--alt', 'None']],
    ['an account for two networks', ['draft', 'Hello', '-n', 'linkedin,bluesky', '--account', crypto.randomUUID()]],
    ['a zone without a time', ['post', 'Hello', '-n', 'linkedin', '--zone', 'Asia/Riyadh']],
    ['an unreadable time', ['post', 'Hello', '-n', 'linkedin', '--at', 'tomorrow']],
  ])('exits with code 2 before any request if the arguments are invalid: %s', async (_what, args) => {
    const own = machine({ FROGY_URL: 'http://127.0.0.1:9', FROGY_API_KEY: 'frogy_x' })
    expect((await own.run(args)).code).toBe(2)
  })

  test('exits with code 2 if the text is not in UTF-8', async () => {
    const own = machine({ FROGY_URL: 'http://127.0.0.1:9', FROGY_API_KEY: 'frogy_x' })
    expect((await own.run(['draft', '-n', 'linkedin'], new Uint8Array([0xc7, 0xe1]))).code).toBe(2)
  })

  test('changes nothing if the command names an unknown network', async () => {
    const { person, machine } = await author(['linkedin'])
    const { code, err } = await machine.run(['draft', 'Hello', '-n', 'blusky'])
    expect({ code, isNamed: err.includes('platform') }).toEqual({ code: 4, isNamed: true })
    expect(await postsOf(person)).toEqual([])
  })
})

describe('frogy at a wrong address', () => {
  /** Starts a server that gives every request this response. */
  async function serverWith(
    status: number,
    headers: Record<string, string>,
    body = '',
  ): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    const server: Server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
  }

  test('ends with exit code 5 if no server responds, so that the user can repeat the command', async () => {
    const own = machine({ FROGY_URL: 'http://127.0.0.1:9', FROGY_API_KEY: 'frogy_x' })
    expect((await own.run(['draft', 'Hello', '-n', 'linkedin'])).code).toBe(5)
    expect(unfinished(own)).toHaveLength(1)
  })

  test('does not follow a redirect, and names its target in the error', async () => {
    const target = await serverWith(200, { 'content-type': 'application/json' }, '[]')
    const { url } = await serverWith(302, { location: target.url })
    const { code, err } = await machine({ FROGY_URL: url, FROGY_API_KEY: 'frogy_x' }).run(['list'])
    expect({ code, isNamed: err.includes(target.url), asked: target.asked }).toEqual({
      code: 2,
      isNamed: true,
      asked: [],
    })
  })

  test('reports a site that is not Frogy', async () => {
    const { url } = await serverWith(200, { 'content-type': 'text/html' }, '<h1>Router</h1>')
    const { code, err } = await machine({ FROGY_URL: url, FROGY_API_KEY: 'frogy_x' }).run(['list'])
    expect({ code, isNamed: err.includes('Check the address') }).toEqual({ code: 2, isNamed: true })
  })

  test('ends with exit code 5 if a proxy cannot reach Frogy', async () => {
    const { url } = await serverWith(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>')
    expect((await machine({ FROGY_URL: url, FROGY_API_KEY: 'frogy_x' }).run(['list'])).code).toBe(5)
  })
})
