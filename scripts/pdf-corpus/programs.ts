import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CHROMIUM_FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --no-pdf-header-footer'

/** What a program makes of a file in a folder of its own. `IN`, `OUT` and `FOLDER` in the arguments are its places. */
async function made(
  input: string | Uint8Array,
  kind: string,
  program: string,
  args: readonly string[],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-corpus-'))
  const places = { IN: join(folder, `in.${kind}`), OUT: join(folder, 'in.pdf'), FOLDER: folder }
  try {
    await writeFile(places.IN, input)
    const { stdout } = await run(
      program,
      args.map((arg) => arg.replace(/\b(IN|OUT|FOLDER)\b/, (name) => places[name as keyof typeof places])),
      { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
    )
    return args.some((arg) => /OUT|FOLDER/.test(arg)) ? await readFile(places.OUT) : stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const chromium = (html: string) =>
  made(html, 'html', 'chromium', [...CHROMIUM_FLAGS.split(' '), '--print-to-pdf=OUT', 'IN'])

/** Sets plain text by Pango and Cairo. */
export const pango = (text: string, font: string) =>
  made(text, 'txt', 'pango-view', [
    '-q',
    `--font=${font}`,
    '--width=360',
    '--justify',
    '--margin=30',
    '-o',
    'OUT',
    'IN',
  ])

export const libreOffice = (html: string) => office(html, 'html', 'pdf:writer_pdf_Export', 'HTML (StarWriter)')

/** Of flat OpenDocument files. */
export const writer = (xml: string) => office(xml, 'fodt', 'pdf:writer_pdf_Export')
export const impress = (xml: string) => office(xml, 'fodp', 'pdf:impress_pdf_Export')

const office = (input: string, kind: string, to: string, filter?: string) =>
  made(input, kind, 'soffice', [
    '-env:UserInstallation=file://FOLDER/profile',
    '--headless',
    ...(filter ? [`--infilter=${filter}`] : []),
    '--convert-to',
    to,
    '--outdir',
    'FOLDER',
    'IN',
  ])

export const weasyPrint = (html: string) => made(html, 'html', 'weasyprint', ['-q', 'IN', 'OUT'])

/** troff with the ms macros, through PostScript. */
export async function groff(source: string): Promise<Buffer> {
  return ghostscript(await made(source, 'ms', 'groff', ['-Kutf8', '-t', '-ms', '-Tps', 'IN']))
}

/** Distils a PDF or PostScript anew. */
export const ghostscript = (file: Uint8Array) =>
  made(file, 'ps', 'gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-sOutputFile=OUT', 'IN'])

export async function qpdf(file: Uint8Array, ...options: string[]): Promise<Buffer> {
  return made(file, 'x', 'qpdf', ['--static-id', 'IN', ...options, 'OUT'])
}
