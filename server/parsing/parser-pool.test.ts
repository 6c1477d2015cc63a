import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { openParsers, SANDBOX, type ParserLimits, type Parsers } from './parser-pool.ts'

let parsers: Parsers | undefined
afterEach(() => parsers?.[Symbol.asyncDispose]())
const open = (limits: Partial<ParserLimits> = {}) => (parsers = openParsers(limits))

const articleCalled = (title: string) =>
  new Uint8Array(
    Buffer.from(
      `<!doctype html><title>${title}</title><article><h1>${title}</h1>${'<p>Approvals took nine days, and nobody could say why they did.</p>'.repeat(20)}</article>`,
    ),
  )
const ARTICLE = articleCalled('A page')
const ABOUT = { contentType: 'text/html; charset=utf-8', url: 'https://example.com/a' }
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

test('what takes too long is ended, and the next is read all the same', async () => {
  const { parse } = open({ processes: 1, timeMs: 1 })
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('page_too_complex')
  await parsers?.[Symbol.asyncDispose]()
  expect((await open({ processes: 1 }).parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
})

test('what takes too much memory is ended with its process, not with ours', async () => {
  // Less than the process itself needs: any work is too much.
  const { parse } = open({ processes: 1, memoryBytes: 20 * 1024 * 1024 })
  expect(await codeOf(parse('document', new Uint8Array(8 * 1024 * 1024), null))).toBe('document_bomb')
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

test.each([
  ['write a file', `require('node:fs').writeFileSync('/tmp/frogy-was-here', 'x')`],
  ['read a file that is not code', `require('node:fs').readFileSync('/etc/passwd')`],
  ['open a connection', `require('node:net').connect(1, '127.0.0.1')`],
  ['start a process', `require('node:child_process').spawnSync('true')`],
])('a parser process may not %s', (_what, code) => {
  const tried = spawnSync(process.execPath, [...SANDBOX, '-e', code], { encoding: 'utf8', env: {} })
  expect(tried.stderr).toContain('ERR_ACCESS_DENIED')
})
