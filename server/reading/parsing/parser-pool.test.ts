import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { LANGUAGES } from '#core/language.ts'
import { translator } from '../../messages.ts'
import { openParsers, type ParserLimits, type Parsers } from './parser-pool.ts'
import { SANDBOX } from './start-parser-process.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'

let parsers: Parsers | undefined
afterEach(() => parsers?.[Symbol.asyncDispose]())
const open = (limits: Partial<ParserLimits> = {}, onFault?: (error: Error) => void) =>
  (parsers = openParsers(limits, onFault))

const articleCalled = (title: string, paragraphs = 20) =>
  new Uint8Array(
    Buffer.from(
      `<!doctype html><title>${title}</title><article><h1>${title}</h1>${'<p>Approvals took nine days, and the log did not say why.</p>'.repeat(paragraphs)}</article>`,
    ),
  )
const ARTICLE = articleCalled('A page')
const ABOUT = { contentType: 'text/html; charset=utf-8', url: 'https://example.com/a' }
const ROOT = join(import.meta.dirname, '..', '..', '..')
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

/** The parser processes of a server that this test process shares with other test files. */
let shared: string[] = []
beforeEach(() => {
  shared = []
  shared = parserProcesses()
})

/** The ids of the parser processes that the current test has started. */
function parserProcesses(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter(
    (pid) => !shared.includes(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parser-process'),
  )
}

/** The processor time of a process in hundredths of a second. */
function cpuTicksOf(pid = ''): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

test('stops a parser that uses too much processor time, and then reads the next page', async () => {
  const { parse } = open({ processes: 1, cpuMs: 1 })
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('page_too_complex')
  await parsers?.[Symbol.asyncDispose]()
  expect((await open({ processes: 1 }).parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
})

test('reports a busy machine instead of a faulty page when a parser task takes too long in total', async () => {
  const faults: string[] = []
  const { parse } = open({ processes: 1, wallMs: 1 }, ({ name, cause }) => faults.push(`${name}: ${String(cause)}`))
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('parser_busy')
  expect(faults).toEqual(['AppError: ParserEnded: It took over 1 ms'])
})

const WAITS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)'
const WORKS = 'for (;;);'

test.each([
  ['that only waits continues', WAITS, null],
  ['whose main thread works too long ends', WORKS, 'SIGVTALRM'],
])('limits a parser process by processor time: a process %s', (_what, code, signal) => {
  const sandbox = join(import.meta.dirname, 'sandbox.ts')
  const begin = `import(${JSON.stringify(sandbox)}).then(({ startTask }) => { startTask(); ${code} })`
  const args = [...SANDBOX, '-e', begin, 'texts', '500', String(700 * 1024 * 1024), '10000']
  expect(spawnSync(process.execPath, args, { env: {}, cwd: ROOT })).toMatchObject({ signal })
})

test('ends a parser process whose task stops using processor time', () => {
  const sandbox = join(import.meta.dirname, 'sandbox.ts')
  const begin = `import(${JSON.stringify(sandbox)}).then(({ startTask }) => { startTask(); ${WAITS} })`
  const args = [...SANDBOX, '-e', begin, 'texts', '60000', String(700 * 1024 * 1024), '300']
  expect(spawnSync(process.execPath, args, { env: {}, cwd: ROOT })).toMatchObject({ signal: 'SIGALRM' })
})

test('repeats a parser task once in a new process when its process stalled', async () => {
  const faults: string[] = []
  const { parse } = open({ processes: 1, idleMs: 60_000 }, ({ name }) => faults.push(name))
  await parse('article', ARTICLE, ABOUT)
  const [ours] = parserProcesses()
  const before = cpuTicksOf(ours)
  const long = articleCalled('A long page', 5_000)
  const reading = parse('article', long, ABOUT)
  while (cpuTicksOf(ours) < before + 10) await setImmediate()
  process.kill(Number(ours), 'SIGALRM')
  expect((await reading).title).toBe('A long page')
  expect(faults).toEqual(['WorkLost'])
  expect(parserProcesses()).not.toContain(ours)
})

test('reports a busy machine when the process of a parser task stalls twice', async () => {
  const { parse } = open({ processes: 1, idleMs: 60_000, stallMs: 0 })
  expect(await codeOf(parse('article', ARTICLE, ABOUT))).toBe('parser_busy')
})

test('stops writing a draft that takes too long, with the error `drafts_too_complex`', async () => {
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

test('ends only the parser process that takes too much memory', async () => {
  // An interlaced picture must be decompressed as a whole. It takes 120 MB outside V8's heap, where V8's limit does not
  // apply.
  const size = { width: 6_000, height: 5_000 }
  const wide = await sharp({ create: { ...size, channels: 4, background: '#07c' } })
    .png({ compressionLevel: 9, progressive: true })
    .toBuffer()
  const { parse } = open({ processes: 1, pictureMemoryBytes: 270 * 1024 * 1024 })
  expect(await codeOf(parse('picture', wide, null))).toBe('image_too_complex')
})

test('replaces a parser process that dies before it receives its task, without an error for the caller', async () => {
  const faults: string[] = []
  const { parse } = open({ processes: 1, idleMs: 60_000 }, ({ name }) => faults.push(name))
  await parse('article', ARTICLE, ABOUT)
  const ours = parserProcesses()
  expect(ours).toHaveLength(1)
  process.kill(Number(ours[0]), 'SIGKILL')
  expect((await parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
  expect(faults).toEqual(['WorkLost'])
})

test('queues concurrent parser tasks and returns each result to its caller', async () => {
  const { parse } = open({ processes: 2, waitMs: 60_000 })
  const names = Array.from({ length: 12 }, (_, n) => `Nine days, part ${n}`)
  const read = await Promise.all(names.map((name) => parse('article', articleCalled(name), ABOUT)))
  expect(read.map(({ title }) => title)).toEqual(names)
})

test("rejects parser tasks beyond the queue's limit or waiting time", async () => {
  const { parse } = open({ processes: 1, waiting: 1, waitMs: 1 })
  const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(parse('article', ARTICLE, ABOUT))))
  expect(outcomes).toContain('parser_busy')
  expect(outcomes[0]).toBe('read')
})

test('never rejects the next parser task in the queue, even on a slow machine', async () => {
  const { parse } = open({ processes: 1, waitMs: 1 })
  const outcomes = [1, 2, 3].map(() => codeOf(parse('article', ARTICLE, ABOUT)))
  expect(await Promise.all(outcomes)).toEqual(['read', 'read', 'parser_busy'])
})

test('replaces a parser process for texts by one for pictures, and the reverse, if only one process may run', async () => {
  const picture = new Uint8Array(await pictureFile())
  const { parse } = open({ processes: 1, waitMs: 60_000, idleMs: 60_000 })
  const reads = [
    parse('article', ARTICLE, ABOUT).then(({ title }) => title),
    parse('picture', picture, null).then(({ width }) => width),
    parse('article', articleCalled('Another'), ABOUT).then(({ title }) => title),
  ]
  expect(await Promise.all(reads)).toEqual(['A page', 60, 'Another'])
  expect(parserProcesses()).toHaveLength(1)
})

test('stops parsing a picture that takes too long, with the error `image_too_complex`', async () => {
  const { parse } = open({ processes: 1, cpuMs: 1 })
  expect(await codeOf(parse('picture', new Uint8Array(await pictureFile()), null))).toBe('image_too_complex')
})

test('removes a parser task from the queue when its caller aborts', async () => {
  const { parse } = open({ processes: 1 })
  const leaving = new AbortController()
  const first = parse('article', ARTICLE, ABOUT)
  const second = parse('article', ARTICLE, ABOUT, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect((await first).content).toContain('nine days')
})

test('gives a starting parser process to the next task when the first caller aborts', async () => {
  const { parse } = open({ processes: 1, idleMs: 60_000 })
  const leaving = new AbortController()
  const first = parse('article', articleCalled('Left'), ABOUT, leaving.signal)
  const started = parserProcesses()
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  for (const title of ['The next', 'Another'])
    expect((await parse('article', articleCalled(title), ABOUT)).title).toBe(title)
  expect(started).toHaveLength(1)
  expect(parserProcesses()).toEqual(started)
})

test('ends all parser processes on close and rejects queued tasks', async () => {
  const pool = open({ processes: 1 })
  const outcomes = [1, 2].map(() => codeOf(pool.parse('article', ARTICLE, ABOUT)))
  await pool[Symbol.asyncDispose]()
  expect(await Promise.all(outcomes)).toEqual(['shutting_down', 'shutting_down'])
})

test('continues with other parser tasks when a caller aborts during parsing', async () => {
  const { parse } = open({ processes: 1 })
  const leaving = new AbortController()
  const first = parse('article', ARTICLE, ABOUT, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect((await parse('article', ARTICLE, ABOUT)).content).toContain('nine days')
})

const OUTSIDE = mkdtempSync(join(tmpdir(), 'frogy-outside-'))
const SECRET = join(OUTSIDE, 'secret')
/** The arguments of a parser process: its kind, and its limits in milliseconds, bytes and milliseconds. */
const LIMITS = ['texts', '60000', String(700 * 1024 * 1024), '60000']
const CONTENT = `content ${crypto.randomUUID()}`
writeFileSync(SECRET, CONTENT)
afterAll(() => rmSync(OUTSIDE, { recursive: true }))

/** Runs code in the same sandbox as a parser process. */
function sandboxed(code: string) {
  const sandbox = join(import.meta.dirname, 'sandbox.ts')
  const args = [...SANDBOX, '--import', sandbox, '-e', code, ...LIMITS]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: {}, cwd: ROOT })
}

test.each([
  ['write a file', `require('node:fs').writeFileSync(${JSON.stringify(join(OUTSIDE, 'made'))}, 'x')`],
  ['read a data file', `require('node:fs').readFileSync(${JSON.stringify(SECRET)})`],
  ["list the program's folder", `require('node:fs').readdirSync(${JSON.stringify(ROOT)})`],
  ['open a connection', `require('node:net').connect(1, '127.0.0.1')`],
  ['look up a name', `require('node:dns').promises.lookup('example.com')`],
  ['start a process', `require('node:child_process').spawnSync('true')`],
  ['replace itself with another program', `process.execve('/bin/true')`],
  ['start a thread', `new (require('node:worker_threads').Worker)('1', { eval: true })`],
  ['register a module loader', `require('node:module').register('data:text/javascript,')`],
  ['open the inspector', `require('node:inspector').open(0)`],
  ['call native functions', `require('node:ffi').dlopen('libc.so.6', {})`],
  ["load Node's internal bindings", `process.binding('fs')`],
  ['write a report', `process.report.writeReport(${JSON.stringify(join(OUTSIDE, 'made'))})`],
  ['write down its memory', `require('node:v8').setHeapSnapshotNearHeapLimit(1)`],
  ['write a trace', `require('node:trace_events').createTracing({ categories: ['v8'] }).enable()`],
])('does not let a parser process %s', (_what, code) => {
  expect(sandboxed(code).stderr).toMatch(/ERR_ACCESS_DENIED/)
})

test.each(['process.kill(process.ppid, 0)', 'process._kill(process.ppid, 0)', 'process._debugProcess(process.ppid)'])(
  'prevents a parser process from sending a signal to its parent process with %s',
  (code) => {
    const { stdout } = sandboxed(
      `try { console.log('sent', ${code}) } catch (error) { console.log(error.code ?? error.name) }`,
    )
    expect(stdout.trim()).toMatch(/^(EPERM|TypeError|sent -\d+)$/)
  },
)

/**
 * Calls every function of these Node modules with a file's path, in one process. Reports whether a call read or made a
 * file.
 */
async function tryModules(names: string[], flags: readonly string[], ending: string[] = []) {
  const folder = mkdtempSync(join(OUTSIDE, 'tried-'))
  const secret = join(OUTSIDE, `secret-${crypto.randomUUID()}`)
  writeFileSync(secret, CONTENT)
  const code = readFileSync(join(ROOT, 'tests', 'support', 'probe-modules.ts'), 'utf8')
  const about = [names.join(), secret, join(folder, 'made'), ending.join(), ...LIMITS]
  const args = [...flags, '--input-type=module-typescript', '-e', code, ...about]
  const child = spawn(...exitWithParent(process.execPath, args), {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 25_000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  const tried = names.filter((name) => said.includes(`\ntrying ${name} `))
  const outcome = { read: said.includes(CONTENT), made: readdirSync(folder), tried }
  const [, name = '', member = ''] = [...said.matchAll(/\ntrying (\S+) (\S+)\n/g)].at(-1) ?? []
  if (said.includes('\ntried all\n') || ending.includes(member) || !names.includes(name)) return outcome
  // The last call ended the process. Try the remaining calls in a new process, and skip this call there.
  const rest: typeof outcome = await tryModules(names.slice(names.indexOf(name)), flags, [...ending, member])
  return {
    read: outcome.read || rest.read,
    made: [...outcome.made, ...rest.made],
    tried: [...new Set([...tried, ...rest.tried])],
  }
}

test('detects that the module node:fs reads a file when a process has no sandbox', async () => {
  expect(await tryModules(['node:fs'], [])).toMatchObject({ read: true })
})

test.each(['node:fs', 'node:sqlite', 'node:v8'])(
  'detects that the Node module %s creates a file when a process has no sandbox',
  async (name) => {
    expect((await tryModules([name], [])).made).not.toEqual([])
  },
)

test('prevents a parser process from reading or creating a file with any Node module', async () => {
  const sandbox = [...SANDBOX, '--import', join(import.meta.dirname, 'sandbox.ts')]
  const names = ['process', ...builtinModules]
  const groups = Object.values(Object.groupBy(names, (_, at) => `${at % GROUPS}`))
  const outcomes = await Promise.all(groups.map((group = []) => tryModules(group, sandbox)))
  const untried = () => names.filter((name) => !outcomes.some(({ tried }) => tried.includes(name)))
  // A call may have broken other modules, so try each untested module alone in a new process.
  for (const name of untried()) outcomes.push(await tryModules([name], sandbox))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ read: false, made: [] })
  expect(untried().toSorted()).toEqual(['constants', 'node:sqlite'])
})

/** The number of groups of modules. Grouping saves time, because starting a process takes longer than the calls. */
const GROUPS = 12
