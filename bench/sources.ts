import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pdfOf, pdfStream } from '#tests/support/pdf.ts'
import { Person } from '#tests/support/person.ts'
import { memoryMiB } from './processes.ts'
import { at, report } from './report.ts'
import { reportWordsKept } from './kept-words.ts'

const ROUNDS = 5
const ARTICLES = 10
const MIB = 1024 * 1024

/**
 * Measures whether PDFs keep their words, whether a large PDF and ten articles at once delay other requests, and how
 * much memory Frogy keeps afterwards.
 */
export async function benchSources(): Promise<boolean> {
  const wordsHold = await reportWordsKept()
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(articlePage(Number(request.url?.slice(1))))
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const { port } = pages.address() as AddressInfo
  const frogy = await startProbed({ DATA_DIR: dataDir, PORT: '0', EXTRACT_ALLOW_HOSTS: `127.0.0.1:${port}` })
  try {
    const person = await new Person(frogy.url).register()
    const pdf = await largePdf()
    if (pdf.length < 9.5 * MIB || pdf.length > 10 * MIB) throw new Error(`The PDF has ${pdf.length} bytes`)

    let asked = 0
    const uploads: number[] = []
    const round = async (): Promise<void> => {
      const form = new FormData()
      form.append('document', new Blob([pdf]), 'annual-report.pdf')
      const from = performance.now()
      const upload = person.call('POST /api/content/upload-document', { form }).then(({ data }) => {
        uploads.push(performance.now() - from)
        if (data.wordCount < 10_000) throw new Error(`Only ${data.wordCount} words of the PDF were read`)
      })
      const articles = Array.from({ length: ARTICLES }, async () => {
        const url = `http://127.0.0.1:${port}/${asked++}`
        const { data } = await person.call('POST /api/content/extract-url', { body: { url } })
        if (data.wordCount < 500) throw new Error(`Only ${data.wordCount} words of the article were read`)
      })
      await Promise.all([upload, ...articles])
    }

    // Warm up, because only growth after the first rounds is a leak.
    for (let n = 0; n < ROUNDS; n++) await round()
    await sleep(IDLE_MS)
    const before = await frogy.memoryMiB()
    await frogy.measured()
    await sleep(5_000)
    const idle = await frogy.measured()

    const delays: { p99: number; max: number }[] = []
    for (let n = 0; n < ROUNDS; n++) {
      await frogy.measured()
      await round()
      delays.push(await frogy.measured())
    }
    await sleep(IDLE_MS)
    const after = await frogy.memoryMiB()

    const delayHolds = report({
      what: `event loop delay of the web process, p99 while it takes a 10 MB PDF and ${ARTICLES} articles, worst of ${ROUNDS}`,
      value: Math.max(...delays.map(({ p99 }) => p99)),
      unit: 'ms',
      atMost: 50,
      baseline: { what: 'the same process idle', value: Math.max(0.1, idle.p99) },
    })
    report({
      what: 'the longest single delay in those rounds',
      value: Math.max(...delays.map(({ max }) => max)),
      unit: 'ms',
      baseline: { what: 'the same process idle', value: Math.max(0.1, idle.max) },
    })
    report({
      what: 'a 10 MB PDF read while ten articles are, median',
      value: at(uploads, 0.5),
      unit: 'ms',
      baseline: { what: 'best of them', value: Math.min(...uploads) },
    })
    const memoryHolds = report({
      what: `memory of Frogy and its parsers, ${IDLE_MS / 1000} s after ${ROUNDS} more rounds`,
      value: after,
      unit: 'MiB',
      atMost: before * 1.05 + 10,
      baseline: { what: `after the first ${ROUNDS}`, value: before },
    })
    return wordsHold && delayHolds && memoryHolds
  } finally {
    await frogy.stop()
    pages.close()
    pages.closeAllConnections()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A pause longer than the life of an idle parser process. */
const IDLE_MS = 25_000

interface ProbedFrogy {
  url: string
  /** The event loop delay since the last call. */
  measured(): Promise<{ p99: number; max: number }>
  /** The memory of the process and its descendants after garbage collection. */
  memoryMiB(): Promise<number>
  stop(): Promise<void>
}

async function startProbed(environment: Record<string, string>): Promise<ProbedFrogy> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'event-loop-probe.ts')], {
    env: { PATH: process.env.PATH, SIMULATOR: 'off', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextMatch = async (what: RegExp): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('Frogy has ended')
      const found = what.exec(value)?.[1]
      if (found) return found
    }
  }
  const measured = async (word = '') => {
    child.stdin.write(`${word}\n`)
    return JSON.parse(await nextMatch(/^delay (.*)/)) as { p99: number; max: number }
  }
  return {
    url: await nextMatch(/^Frogy is at (\S+)/),
    measured,
    async memoryMiB() {
      // Collect garbage twice: the second run frees what the first one released through weak references.
      for (let n = 0; n < 2; n++) await measured('collect')
      return memoryMiB(child.pid ?? 0)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const SENTENCES = [
  'The harbour authority moved 412 containers on the first night, a third more than the plan allowed for.',
  'Nobody in the control room had expected the new schedule to survive its first week.',
  'What changed was not the cranes but the order in which the lorries were called forward.',
  'In the second quarter the average waiting time fell from 94 to 61 minutes.',
  'Two of the five carriers asked for the old procedure back, and then withdrew the request.',
]

const paragraph = (n: number): string =>
  Array.from({ length: 6 }, (_, k) => SENTENCES[(n + k) % SENTENCES.length]).join(' ')

function articlePage(n: number): string {
  const body = Array.from({ length: 24 }, (_, k) => `<p>${paragraph(n + k)}</p>`).join('\n')
  const menu = Array.from({ length: 60 }, (_, k) => `<li><a href="/section/${k}">Section ${k}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><title>How the harbour learnt to wait, part ${n} | Coast Weekly</title>
<meta property="og:site_name" content="Coast Weekly"></head><body><nav><ul>${menu}</ul></nav>
<article><h1>How the harbour learnt to wait, part ${n}</h1>${body}</article><aside><ul>${menu}</ul></aside></body></html>`
}

/** Builds a report of 300 pages of text and incompressible pictures, just under 10 MB. */
async function largePdf(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const [width, height] = [700, 560]
  const picture = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const pageCount = 300
  const pictureCount = Math.floor((8.8 * MIB) / picture.length)
  const objects: (string | Buffer)[] = []
  const add = (object: string | Buffer) => objects.push(object)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: pageCount }, (_, page) => `${5 + 3 * page} 0 R`).join(' ')
  add(`<< /Type /Pages /Count ${pageCount} /Kids [${kids}] >>`)
  add('<< >>')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 0; page < pageCount; page++) {
    const hasPicture = page < pictureCount
    const [contents, image] = [6 + 3 * page, 7 + 3 * page]
    const resources = `<< /Font << /F 4 0 R >>${hasPicture ? ` /XObject << /I ${image} 0 R >>` : ''} >>`
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${contents} 0 R >>`)
    const lines = Array.from({ length: 6 }, (_, n) => paragraph(page + n).match(/.{1,90}(?: |$)/g) ?? []).flat()
    const text = `BT /F 10 Tf 50 800 Td 12 TL ${lines.map((line) => `(${line.trim()}) '`).join(' ')} ET`
    add(pdfStream('', Buffer.from(hasPicture ? `${text} q 200 0 0 160 50 20 cm /I Do Q` : text)))
    const look = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    add(hasPicture ? pdfStream(`${look} /Filter /DCTDecode `, picture) : 'null')
  }
  return pdfOf(objects)
}
