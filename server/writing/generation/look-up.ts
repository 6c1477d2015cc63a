import type { WritingTask } from '#core/writing/prompt.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'

/** Gives what of a draft stands in nothing that it was written from; nothing once its time is over. */
export type LookUp = (draft: string, inTime: AbortSignal) => Promise<string[]>

/**
 * Looks drafts of one request up in what was given for them. It reads whole sources, and so works where files are read, in
 * a process apart. Drafts that arrive while others are looked up wait, and are looked up together.
 * @param onFailure told why nothing was looked up: then there is nothing to complain of, and the editor still marks it
 */
export function lookUpIn(
  { source, facts, topic }: Pick<WritingTask, 'source' | 'facts' | 'topic'>,
  { parsers, signal, onFailure }: { parsers: Parsers; signal: AbortSignal; onFailure: (error: unknown) => void },
): LookUp {
  if (!source && !facts) return async () => []
  const given = Buffer.from(JSON.stringify({ source, facts, topic }))
  const lookUp = async (drafts: string[]) =>
    await parsers.parse('unfounded', given, drafts, signal).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
      return []
    })
  let waiting: { drafts: string[]; found: Promise<string[][]> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const begin = () => {
    const drafts: string[] = []
    const found = last.then(() => {
      waiting = undefined
      return lookUp(drafts)
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
