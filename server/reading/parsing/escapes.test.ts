import { on, once } from 'node:events'
import { closeSync, globSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ParserName } from '#core/reading/parsers.ts'
import type { OfflineTask } from '#core/writing/offline-draft.ts'
import { ESCAPES, PICTURE_ESCAPES, type EscapeTargets } from '#tests/support/escapes.ts'
import { phonePhoto, pictureFile, plain } from '#tests/support/pictures.ts'
import { ROOT } from '../../program-file.ts'
import type { Probe, ProbeOutcome } from './escape-probe.ts'
import { PARSERS } from './parse.ts'
import { kindOf, startParserProcess } from './start-parser-process.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'frogy outside-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const text = (content: string) => new Uint8Array(Buffer.from(content))
const PAGE = text('<!doctype html><title>A page</title><article><p>Approvals took nine days.</p></article>')
const ABOUT = { contentType: 'text/html; charset=utf-8', url: 'https://example.com/a' }

const PDF = text('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')
const FEED = text(
  '<rss version="2.0"><channel><title>News</title><item><title>Nine days</title></item></channel></rss>',
)
const AVIF = new Uint8Array(await pictureFile('avif'))
const TASK: OfflineTask = { platform: 'linkedin', language: 'english', contentType: 'educational', variant: 0 }
const MATERIAL = text('{"topic":"Trust"}')

/** Inputs of each parser, so that its process loads the parser's libraries. */
const INPUTS: Record<ParserName, Pick<Probe, 'about' | 'bytes'>[]> = {
  article: [{ about: ABOUT, bytes: PAGE }],
  linkCard: [{ about: ABOUT, bytes: PAGE }],
  feed: [{ about: ABOUT, bytes: FEED }],
  document: [{ about: null, bytes: PDF }],
  pdfFacts: [{ about: null, bytes: PDF }],
  picture: [
    { about: null, bytes: AVIF },
    { about: null, bytes: phonePhoto() },
  ],
  cardPicture: [{ about: null, bytes: AVIF }],
  portrait: [{ about: null, bytes: AVIF }],
  logo: [{ about: null, bytes: AVIF }],
  drafts: [{ about: [TASK], bytes: MATERIAL }],
  unfounded: [{ about: ['We took nine days.'], bytes: MATERIAL }],
}
const PROBES = (Object.keys(PARSERS) as ParserName[]).flatMap((parser) => {
  const inputs = INPUTS[parser] ?? []
  if (inputs.length === 0) throw new Error(`The parser ${parser} has no input here`)
  return inputs.map((input) => ({ parser, ...input }))
})

/** Results that prove a refusal. `ENOENT` and a missing module prove nothing, so they count as an escape. */
const REFUSED = new RegExp(
  [
    '^returned refused$',
    '^ended$',
    '^threw (ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|EPERM|ERR_UNKNOWN_BUILTIN_MODULE)$',
    '^threw ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED$',
    // libvips reports these errors even for an existing file, or for a folder that everyone may write to.
    '^threw (Input file is missing|VipsOperation: class "dzsave" not found)',
    'Permission denied$',
  ].join('|'),
)

test.each(PROBES)('blocks every attempt to escape from the sandbox of the parser $parser', async (input) => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const secret = join(FOLDER, `secret-${input.parser}.json`)
  const content = JSON.stringify('secret of the server')
  writeFileSync(secret, content)
  writeFileSync(`${secret}.png`, await plain(2, 2, '#f00').png().toBuffer())
  process.env['FROGY_PROBE_SECRET'] = content
  const inherited = openSync(secret, 'r')
  const before = { files: readdirSync(FOLDER), priority: getPriority(), sources: readdirSync(join(ROOT, 'core')) }
  let signals = 0
  const onSignal = () => signals++
  process.on('SIGWINCH', onSignal)
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  const targets: EscapeTargets = {
    secret,
    made: join(FOLDER, 'made'),
    root: ROOT,
    port: (server.address() as AddressInfo).port,
    library: sharedObjects.find((path) => path.includes('libc.so')) ?? '/none',
    addon: join(ROOT, globSync('node_modules/@*/*/*.node', { cwd: ROOT })[0] ?? 'none.node'),
  }
  const escapes = { ...ESCAPES, ...(kindOf(input.parser) === 'pictures' ? PICTURE_ESCAPES : {}) }
  const outcomes = await outcomesOf({ ...input, escapes, targets })
  expect(Object.keys(outcomes)).toEqual(Object.keys(escapes))
  expect(Object.entries(outcomes).filter(([, outcome]) => !REFUSED.test(outcome))).toEqual([])
  expect(readFileSync(secret, 'utf8')).toBe(content)
  expect({
    files: readdirSync(FOLDER),
    priority: getPriority(),
    sources: readdirSync(join(ROOT, 'core')),
  }).toEqual(before)
  expect({ connections, signals }).toEqual({ connections: 0, signals: 0 })
  process.off('SIGWINCH', onSignal)
  delete process.env['FROGY_PROBE_SECRET']
  closeSync(inherited)
  server.close()
})

/** Runs all attempts to escape. When one ends the process, continues with the next attempt in a new process. */
async function outcomesOf(probe: Probe): Promise<Record<string, string>> {
  const child = startParserProcess(join(import.meta.dirname, 'escape-probe.ts'), kindOf(probe.parser), {
    cpuMs: 60_000,
    memoryBytes: 700 * 1024 * 1024,
    stallMs: 60_000,
  })
  const outcomes: Record<string, string> = {}
  const names = Object.keys(probe.escapes)
  const gone = new AbortController()
  child.once('exit', () => gone.abort())
  child.send(probe)
  try {
    for await (const [{ name, outcome }] of on(child, 'message', { signal: gone.signal }) as AsyncIterable<
      [ProbeOutcome]
    >) {
      outcomes[name] = outcome
      if (name === names.at(-1)) break
    }
  } catch {
    // An attempt to escape has ended the process. The remaining attempts follow in a new process.
  }
  child.kill('SIGKILL')
  const rest = names.slice(Object.keys(outcomes).length)
  const [fatal] = rest
  if (fatal === undefined) return outcomes
  outcomes[fatal] = 'ended'
  if (rest.length === 1) return outcomes
  const escapes = Object.fromEntries(rest.slice(1).map((name) => [name, probe.escapes[name] ?? '']))
  return { ...outcomes, ...(await outcomesOf({ ...probe, escapes })) }
}
