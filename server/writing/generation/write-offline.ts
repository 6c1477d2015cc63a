import { hash } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { GeneratedItem } from '#core/writing/contract.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import { limitsByRules } from '#core/writing/rules-offline.ts'
import { concurrencyLimit } from '../../http/concurrency-limit.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'
import { itemOf } from './write-drafts.ts'

/** The maximum time to write a draft. It is shorter than the 30 s that the client waits. */
const TIMEOUT_MS = 26_000

const MAX_REMEMBERED = 1_000

type WriteOffline = (tasks: WritingTask[], userId: string, signal: AbortSignal) => Promise<GeneratedItem[]>

/** Writes drafts without a model, in a parser process, because it reads whole sources. At most one process per user. */
export function offlineWriter(parsers: Parsers): WriteOffline {
  // One click in the editor can send two requests, so the second one waits for the first.
  const writing = concurrencyLimit({ perPerson: 1, queueTimeoutMs: TIMEOUT_MS })
  // The last request of each user. If the user repeats it, the wording must change.
  const last = new Map<string, { given: string; variant: number }>()
  function variantFor(asker: string, given: string): number {
    const before = last.get(asker)
    const variant = before?.given === given ? before.variant + 1 : 0
    last.delete(asker)
    last.set(asker, { given, variant })
    if (last.size > MAX_REMEMBERED) last.delete(last.keys().next().value ?? '')
    return variant
  }

  return async (tasks, userId, signal) => {
    const [first] = tasks
    if (!first) return []
    const { topic, source, facts } = first
    const given = {
      topic,
      ...(source && { source }),
      ...(facts && { facts }),
    }
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      using _slot = await writing.acquire(userId, inTime)
      const bytes = Buffer.from(JSON.stringify(given))
      const asked = tasks.map(({ platform, language }) => `${platform} ${language}`).join()
      const variant = variantFor(`${userId} ${asked}`, hash('sha256', bytes))
      const wanted = tasks.map(({ platform, language, contentType, wishes, voice, length = wishes?.length }) => {
        const { closing, ...limits } = limitsByRules(voice, language)
        const isUsual = !wishes || wishes.closing === 'question'
        return {
          platform,
          language,
          contentType,
          variant,
          ...limits,
          ...(length && { length }),
          ...(wishes && { closing: wishes.closing, shape: wishes.shape }),
          ...(closing && isUsual && { closing }),
        }
      })
      const drafts = await parsers.parse('drafts', bytes, wanted, inTime)
      return drafts.map((draft, n) => itemOf(tasks[n] as WritingTask, draft, { name: 'offline', model: null }))
    } catch (error) {
      const isLate = inTime.aborted && !signal.aborted
      throw isLate ? new AppError('parser_busy', { retryAfterMs: 10_000, cause: error }) : error
    }
  }
}
