import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { LANGUAGES } from '#core/language.ts'
import { translator } from '../messages.ts'
import { openParsers, SANDBOX, type ParserLimits, type Parsers } from './parser-pool.ts'

let parsers: Parsers | undefined
afterEach(() => parsers?.[Symbol.asyncDispose]())
const open = (limits: Partial<ParserLimits> = {}, onFault?: (error: Error) => void) =>
  (parsers = openParsers(limits, onFault))

const articleCalled = (title: string) =>
  new Uint8Array(
    Buffer.from(
      `<!doctype html><title>${title}</title><article><h1>${title}</h1>${'<p>Approvals took nine days, and nobody could say why they did.</p>'.repeat(20)}</article>`,
    ),
  )
const ARTICLE = articleCalled('A page')
const ABOUT = { contentType: 'text/html; charset=utf-8', url: 'https://example.com/a' }
const ROOT = join(import.meta.dirname, '..', '..')
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

test('what works for too long is ended, and the next is read all the same', async () => {
  const { parse } = open({ processes: 1, cpuMs: 1 })
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('page_too_complex')
  await parsers?.[Symbol.asyncDispose]()
  expect((await open({ processes: 1 }).parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
})

test('what only takes long, as on a busy machine, is no fault of the page', async () => {
  const faults: string[] = []
  const { parse } = open({ processes: 1, wallMs: 1 }, ({ name, cause }) => faults.push(`${name}: ${String(cause)}`))
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('parser_busy')
  expect(faults).toEqual(['AppError: ParserEnded: It took over 1 ms'])
})

const WAITS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)'
const WORKS = 'for (;;);'

test.each([
  ['which only waits goes on', WAITS, null],
  ['whose first thread works on is ended', WORKS, 'SIGVTALRM'],
])('the limit of a parser process is processor time: one %s', (_what, code, signal) => {
  const sandbox = join(import.meta.dirname, 'sandbox.ts')
  const begin = `import(${JSON.stringify(sandbox)}).then(({ taskBegins }) => { taskBegins(); ${code} })`
  const args = [...SANDBOX, '-e', begin, '500', String(700 * 1024 * 1024)]
  expect(spawnSync(process.execPath, args, { env: {}, cwd: ROOT })).toMatchObject({ signal })
})

test('drafts that take too long are ended too, with words of their own', async () => {
  const given = Buffer.from(
    JSON.stringify({ topic: 'Trust', source: { text: 'Nine days went by before we knew. '.repeat(5_000) } }),
  )
  const tasks = [
    { platform: 'linkedin', language: 'english', contentType: 'educational', tone: 'casual', variant: 0 },
  ] as const
  const { parse } = open({ processes: 1, cpuMs: 1 })
  expect(await codeOf(parse('drafts', given, [...tasks]))).toBe('drafts_too_complex')
  for (const language of LANGUAGES) expect(translator(language)('errors.drafts_too_complex')).not.toContain('errors.')
  await parsers?.[Symbol.asyncDispose]()
  const [draft] = await open({ processes: 1 }).parse('drafts', given, [...tasks])
  expect(draft?.content).toContain('Nine days went by before we knew.')
})

test('what takes too much memory is ended with its process, not with ours', async () => {
  // Few bytes, and 120 MB of them once they are unpacked, which V8's own limit does not see.
  const size = { width: 6_000, height: 5_000 }
  const wide = await sharp({ create: { ...size, channels: 4, background: '#07c' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const { parse } = open({ processes: 1, memoryBytes: 150 * 1024 * 1024 })
  expect(await codeOf(parse('picture', wide, null))).toBe('image_too_many_pixels')
})

test('a process that dies before it has the bytes is replaced, and nobody is told that the file is bad', async () => {
  const faults: string[] = []
  const { parse } = open({ processes: 1, idleMs: 60_000 }, ({ name }) => faults.push(name))
  await parse('article', ARTICLE, ABOUT)
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const ours = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parser-process'))
  expect(ours).toHaveLength(1)
  process.kill(Number(ours[0]), 'SIGKILL')
  expect((await parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
  expect(faults).toEqual(['NeverBegun'])
})

test('many at once wait their turn, and each gets its own answer', async () => {
  const { parse } = open({ processes: 2 })
  const names = Array.from({ length: 12 }, (_, n) => `Nine days, part ${n}`)
  const read = await Promise.all(names.map((name) => parse('article', articleCalled(name), ABOUT)))
  expect(read.map(({ title }) => title)).toEqual(names)
})

test('more than may wait are told to come back, and whoever waits too long as well', async () => {
  const { parse } = open({ processes: 1, waiting: 1, waitMs: 1 })
  const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(parse('article', ARTICLE, ABOUT))))
  expect(outcomes).toContain('parser_busy')
  expect(outcomes[0]).toBe('read')
})

test('who leaves while waiting is forgotten', async () => {
  const { parse } = open({ processes: 1 })
  const leaving = new AbortController()
  const first = parse('article', ARTICLE, ABOUT)
  const second = parse('article', ARTICLE, ABOUT, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect((await first).content).toContain('nine days')
})

test('closing ends every process, and who still waits is told', async () => {
  const pool = open({ processes: 1 })
  const outcomes = [1, 2].map(() => codeOf(pool.parse('article', ARTICLE, ABOUT)))
  await pool[Symbol.asyncDispose]()
  expect(await Promise.all(outcomes)).toEqual(['shutting_down', 'shutting_down'])
})

test('who leaves while theirs is read costs nobody anything', async () => {
  const { parse } = open({ processes: 1 })
  const leaving = new AbortController()
  const first = parse('article', ARTICLE, ABOUT, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect((await parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
})

const OUTSIDE = mkdtempSync(join(tmpdir(), 'frogy-outside-'))
writeFileSync(join(OUTSIDE, 'secret'), 'mine')
afterAll(() => rmSync(OUTSIDE, { recursive: true }))

test.each([
  ['write a file', `require('node:fs').writeFileSync(${JSON.stringify(join(OUTSIDE, 'made'))}, 'x')`],
  ['read a file that is not code', `require('node:fs').readFileSync(${JSON.stringify(join(OUTSIDE, 'secret'))})`],
  ['list our own folder, where secrets may lie', `require('node:fs').readdirSync(${JSON.stringify(ROOT)})`],
  ['open a connection', `require('node:net').connect(1, '127.0.0.1')`],
  ['start a process', `require('node:child_process').spawnSync('true')`],
  ['start a thread, which would not be held', `new (require('node:worker_threads').Worker)('1', { eval: true })`],
])('a parser process may not %s', (_what, code) => {
  const sandbox = join(import.meta.dirname, 'sandbox.ts')
  const args = [...SANDBOX, '--import', sandbox, '-e', code, String(700 * 1024 * 1024)]
  const tried = spawnSync(process.execPath, args, { encoding: 'utf8', env: {}, cwd: ROOT })
  expect(tried.stderr).toContain('ERR_ACCESS_DENIED')
})
