import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { GeneratedItem, Unwritten, WritingEvent } from '#core/writing/contract.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import { withVoice } from '#core/writing/voice.ts'
import { WriterError, type Writer } from '../../adapters/ai/writer.ts'
import { withEndings } from '#core/writing/endings.ts'
import type { Database } from '../../db/database.ts'
import { translator } from '../../messages.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'
import type { UsageLedger } from '../usage/usage-ledger.ts'
import { listEndings } from '../phrases/store.ts'
import { voiceOf } from '../voice/store.ts'
import { recordWrittenDrafts } from '../voice/written-drafts.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Allowed } from './allowance.ts'
import { claimChecker } from './check-claims.ts'
import type { ModelTimeouts } from './model-timeouts.ts'
import { writeDrafts, type Failure } from './write-drafts.ts'
import { offlineWriter } from './write-offline.ts'

interface WritingParts {
  database: Database
  clock: Clock
  allowed: Allowed
  parsers: Parsers
  modelTimeouts: ModelTimeouts
  ledger: UsageLedger
}

interface WritingRequest {
  userId: string
  /** Chooses the model that writes. Without a model it is undefined, and the offline writer writes. */
  writer: ((platform: Platform) => Writer) | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The language of the explanations of failures. */
  language: Language
  signal: AbortSignal
  sendEvent?: ((event: WritingEvent) => void) | undefined
}

export interface Written {
  content: GeneratedItem[]
  unwritten?: Unwritten[]
}

export type WriteForUser = (tasks: WritingTask[], request: WritingRequest) => Promise<Written>

/** Writes drafts for a user within the user's limits and budget, in the user's voice. */
export function writerForUsers({
  database,
  clock,
  allowed,
  parsers,
  modelTimeouts,
  ledger,
}: WritingParts): WriteForUser {
  const writeOffline = offlineWriter(parsers)
  const write: WriteForUser = async (asked, { userId, writer, log, language, signal, sendEvent }) => {
    const endings = await listEndings(database, userId)
    const tasks = withVoice(
      asked.map((task) => withEndings(task, endings)),
      await voiceOf(database, userId),
    )
    const [first] = tasks
    return await allowed(userId, writer !== undefined, async () => {
      if (!writer || !first) return { content: await writeOffline(tasks, userId, signal) }
      // A cancelled request must also stop the model call, which costs money.
      const models = tasks.map(({ platform }) => writer(platform).model)
      const material = { ...first, voices: [...new Set(tasks.map(({ voice }) => voice))] }
      const { items, failures } = await ledger.counting(userId, 'write', models, async (onUsage) =>
        writeDrafts(tasks, writer, {
          signal,
          modelTimeouts,
          checkClaims: claimChecker(material, { parsers, clock, signal, onFailure: logFailedCheck(log) }),
          onUsage,
          costOf: ledger.costOf,
          sendEvent,
        }),
      )
      for (const { error } of failures) log.warn({ err: error }, 'a draft could not be written')
      const unwritten = failures.map((failure) => explainFailure(failure, language))
      return { content: items, ...(unwritten.length > 0 && { unwritten }) }
    })
  }
  return async (tasks, request) => {
    const written = await write(tasks, request)
    await recordWrittenDrafts(database, request.userId, written.content, clock.now())
    return written
  }
}

function explainFailure({ platform, language, error }: Failure, userLanguage: Language): Unwritten {
  const code = error instanceof WriterError ? (`writer_${error.reason}` as const) : 'writer_failed'
  return { platform, language, code, message: translator(userLanguage)(`errors.${code}`) }
}

export const logFailedCheck = (log: Pick<FastifyBaseLogger, 'warn'>) => (error: unknown) =>
  log.warn({ err: error }, 'a draft was not looked up in its source')
