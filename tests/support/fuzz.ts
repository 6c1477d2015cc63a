import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { IMAGE_ERRORS } from '#core/media/contract.ts'
import { DOCUMENT_ERRORS, PAGE_ERRORS } from '#core/reading/contract.ts'
import type { ParserName } from '#core/reading/parsers.ts'
import { openParsers, ParserEnded, ReaderBug } from '#server/reading/parsing/parser-pool.ts'
import type { FuzzSamples } from '../corpus/fuzz-samples.ts'
import { mutated } from './mutate.ts'

const EXPECTED: Record<ParserName, readonly ErrorCode[]> = {
  article: PAGE_ERRORS,
  document: DOCUMENT_ERRORS,
  pdfFacts: DOCUMENT_ERRORS,
  picture: IMAGE_ERRORS,
  linkCard: PAGE_ERRORS,
  cardPicture: IMAGE_ERRORS,
  portrait: IMAGE_ERRORS,
  logo: IMAGE_ERRORS,
  feed: ['feed_unreadable', ...PAGE_ERRORS],
  drafts: [],
  unfounded: [],
}

interface Fuzzed {
  tries: number
  /** The number of inputs that the parser could read. It rejected all others with a reason, or they are in `faults`. */
  read: number
  /** Bugs, hangs, killed processes and leftover files. Each names its run's number. */
  faults: string[]
  /** The duration of each run in ms. */
  times: number[]
}

/** Feeds corrupted samples to a parser until `goesOn` returns false. It parses two samples at a time, as Frogy does. */
export async function fuzz(
  { parser, samples, about, pack = (mutatedSample) => mutatedSample }: FuzzSamples,
  random: () => number,
  goesOn: (tries: number) => boolean,
): Promise<Fuzzed> {
  const temporary = await mkdtemp(join(tmpdir(), 'frogy-fuzz-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = temporary
  const found: Fuzzed = { tries: 0, read: 0, faults: [], times: [] }
  try {
    await using parsers = openParsers({ idleMs: 60_000 })
    const keepTrying = async (): Promise<void> => {
      while (goesOn(found.tries)) {
        const number = ++found.tries
        const from = performance.now()
        try {
          await parsers.parse(parser, pack(mutated(samples, random)), about)
          found.read++
        } catch (error) {
          const fault = faultOf(error, parser)
          if (fault) found.faults.push(`try ${number}: ${fault}`)
        }
        found.times.push(performance.now() - from)
      }
    }
    await Promise.all([keepTrying(), keepTrying()])
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  const left = await readdir(temporary)
  await rm(temporary, { recursive: true })
  if (left.length > 0) found.faults.push(`left in the temporary folder: ${left.join(', ')}`)
  return found
}

function faultOf(error: unknown, parser: ParserName): string | undefined {
  if (!(error instanceof AppError)) return `a bug: ${String((error as Error).cause ?? error)}`
  if (error.cause instanceof ReaderBug) return `a bug called ${error.code}: ${error.cause.message}`
  if (error.cause instanceof ParserEnded) return `${error.cause.message} (${error.code})`
  return EXPECTED[parser].includes(error.code) ? undefined : `an unexpected error: ${error.code}`
}
