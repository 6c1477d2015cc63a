import type { Clock } from '../../clock/clock.ts'
import type { UnfoundedClaim } from '#core/writing/draft-faults.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import type { AuthorsVoice } from '#core/writing/voice.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'

/** Finds claims in a draft that its material does not support. Returns none if `inTime` aborts first. */
export type CheckClaims = (draft: string, inTime: AbortSignal) => Promise<UnfoundedClaim[]>

/**
 * Checks drafts in batches. Drafts that arrive during a check form the next batch. If a check fails, its drafts get no
 * warnings.
 */
export function claimChecker(
  {
    source,
    facts,
    topic,
    wish,
    voices,
  }: Pick<WritingTask, 'source' | 'facts' | 'topic' | 'wish'> & {
    /** The author's voice in the languages of the drafts. */
    voices?: readonly (AuthorsVoice | undefined)[]
  },
  {
    parsers,
    clock,
    signal,
    onFailure,
  }: { parsers: Parsers; clock: Clock; signal: AbortSignal; onFailure: (error: unknown) => void },
): CheckClaims {
  if (!source && !facts) {
    // Samples of a voice do not count as evidence, because the model may copy only their style.
    const own = (voices ?? []).flatMap((voice) => voice?.dos ?? [])
    const words = [topic, wish, ...own].filter(Boolean).join('\n')
    // Short texts take only milliseconds, so do not start a parser process for them.
    return async (draft) => {
      const { unfoundedIn } = await import('#core/writing/draft-faults.ts')
      return unfoundedIn([draft], { source, topic: words }, clock.now().getFullYear()).flat()
    }
  }
  const given = Buffer.from(JSON.stringify({ source, facts, topic: [topic, wish].filter(Boolean).join('\n') }))
  const checkClaims = async (drafts: string[]) =>
    await parsers.parse('unfounded', given, drafts, signal).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
      return []
    })
  let waiting: { drafts: string[]; found: Promise<UnfoundedClaim[][]> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const begin = () => {
    const drafts: string[] = []
    const found = last.then(() => {
      waiting = undefined
      return checkClaims(drafts)
    })
    last = found
    return { drafts, found }
  }
  return async (draft, inTime) => {
    const { drafts, found } = (waiting ??= begin())
    const place = drafts.push(draft) - 1
    return (await Promise.race([found, endOf(inTime)]))[place] ?? []
  }
}

const endOf = (signal: AbortSignal): Promise<[]> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve([])
    signal.addEventListener('abort', () => resolve([]), { once: true })
  })
