import type { BasicRequest, GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import { faultsOf, type DraftFault } from '#core/writing/draft-faults.ts'
import { withoutForeignMatter } from '#core/writing/foreign-matter.ts'
import { languagesOf, type WritingTask } from '#core/writing/prompt.ts'
import type { Country } from '#core/writing/regions.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { WriterError, type Asking, type Draft, type Usage, type Writer } from '../../adapters/ai/writer.ts'
import type { LookUp } from './look-up.ts'
import { draftTimes, type DraftTime, type Patience } from './patience.ts'

/** Between two tellings of one draft: quicker than eyes follow. */
const PAUSE_MS = 40
/** What telling a draft takes is at most one part in so many of the time: a text made for it takes long to read. */
const SHARE = 10

/** A draft that did not come, and why. */
export interface Failure extends Pick<GeneratedItem, 'platform' | 'language'> {
  error: unknown
}

/** What drafts are held to, and who hears of them. */
export interface Writing {
  signal: AbortSignal
  patience: Patience
  lookUp: LookUp
  onUsage: (usage: Usage) => void
  /** Its client, where it is told of what is written. */
  tell: ((event: WritingEvent) => void) | undefined
}

/**
 * Writes one draft a task, all at the same time: what is ready when their time is over.
 * @throws WriterError when all of them failed
 */
export async function writeDrafts(
  tasks: WritingTask[],
  writerFor: (platform: Platform) => Writer,
  { signal, patience, lookUp, onUsage, tell }: Writing,
): Promise<{ items: GeneratedItem[]; failures: Failure[] }> {
  const plain = AbortSignal.any([signal, AbortSignal.timeout(patience.plainMs)])
  const timeOf = draftTimes(patience)
  const drafts = await Promise.allSettled(
    tasks.map(async (task) => {
      const writer = writerFor(task.platform)
      if (!tell) return await writeDraft(task, writer, lookUp, { signal: plain, onUsage })
      using time = timeOf()
      using teller = textTeller(task, writer, tell)
      const asking = { signal: AbortSignal.any([signal, time.signal]), onUsage }
      const item = await writeDraft(task, writer, lookUp, asking, { time, hear: teller.hear })
      tell({ type: 'draft', item })
      return item
    }),
  )
  const items = drafts.flatMap((draft) => (draft.status === 'fulfilled' ? draft.value : []))
  const failures = drafts.flatMap((draft, n): Failure[] => {
    const { platform, language } = tasks[n] as WritingTask
    return draft.status === 'rejected' ? [{ platform, language, error: draft.reason }] : []
  })
  if (failures[0] && items.length === 0) throw failures[0].error
  return { items, failures }
}

/** Tells how a text grows: from where it goes on, and what comes there. */
function textTeller(
  task: WritingTask,
  { name: source, model }: Writer,
  tell: (event: WritingEvent) => void,
): Disposable & { hear: (text: string) => void } {
  const { platform, language } = task
  let told = ''
  let heard = ''
  let read = ''
  let pause: NodeJS.Timeout | undefined
  const tellLatest = () => {
    pause = undefined
    if (heard === read) return
    const from = performance.now()
    read = heard
    // Whoever stops keeps what they have seen.
    const latest = withoutForeignMatter(task, { content: read, hashtags: [] })?.content ?? ''
    const at = commonLength(told, latest)
    if (at < told.length || at < latest.length)
      tell({ type: 'text', platform, language, source, model, at, text: latest.slice(at) })
    told = latest
    pause = setTimeout(tellLatest, Math.max(PAUSE_MS, SHARE * (performance.now() - from)))
  }
  return {
    hear: (text) => {
      heard = text
      if (!pause) tellLatest()
    },
    [Symbol.dispose]: () => clearTimeout(pause),
  }
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

/** One task a network and language, English before Arabic. */
export function tasksOf(request: BasicRequest, platforms: Platform[], authorIn: Country | undefined): WritingTask[] {
  const { topic, contentType, tone, sourceContent, sourceMetadata } = request
  const source = sourceContent?.trim() ? { title: sourceMetadata?.title ?? null, text: sourceContent } : null
  return platforms.flatMap((platform) =>
    languagesOf(request.language).map((language) => ({
      platform,
      language,
      topic,
      contentType,
      tone,
      source,
      ...(authorIn && { authorIn }),
    })),
  )
}

/** A text written anew in one respect. It is held to its author as a draft is, and not sent back: its author compares. */
export async function reworkText(
  { task, prompt }: { task: WritingTask; prompt: string },
  writer: Writer,
  { signal, patience, lookUp, onUsage, tell }: Writing,
): Promise<GeneratedItem> {
  using time = tell && draftTimes(patience)()
  using teller = tell && textTeller(task, writer, tell)
  const inTime = AbortSignal.any([signal, time?.signal ?? AbortSignal.timeout(patience.plainMs)])
  const onText =
    time &&
    teller &&
    ((text: string) => {
      time.heard()
      teller.hear(text)
    })
  const draft = ownOf(task, await writer.rework(task, prompt, { signal: inTime, onText, onUsage }))
  return itemOf(task, draft, writer, faultsOf(task, draft, await lookUp(draft.content, inTime)))
}

/**
 * One draft, repaired once where something is wrong with it; what a reader must know of the rest is said on it.
 * @param told where it is told as it is written; a repair is heard, and not told
 */
async function writeDraft(
  task: WritingTask,
  writer: Writer,
  lookUp: LookUp,
  asking: Pick<Asking, 'signal' | 'onUsage'>,
  told?: { time: DraftTime; hear: (text: string) => void },
): Promise<GeneratedItem> {
  const faultsIn = async (one: Draft) => faultsOf(task, one, await lookUp(one.content, asking.signal))
  const onText =
    told &&
    ((text: string) => {
      told.time.heard()
      told.hear(text)
    })
  const draft = ownOf(task, await writer.write(task, { ...asking, onText }))
  const faults = await faultsIn(draft)
  if (faults.length === 0) return itemOf(task, draft, writer, faults)
  told?.time.asked()
  // A draft with a fault is more than none, and than one that has become worse.
  const complaints = faults.map(({ complaint }) => complaint)
  const repaired = await writer
    .repair(task, draft.content, complaints, { ...asking, onText: told && (() => told.time.heard()) })
    .then((again) => ownOf(task, again))
    .catch(() => draft)
  if (repaired === draft) return itemOf(task, draft, writer, faults)
  const left = await faultsIn(repaired)
  return left.length > faults.length ? itemOf(task, draft, writer, faults) : itemOf(task, repaired, writer, left)
}

/** What of a draft is its author's and the model's own. @throws WriterError where that is nothing */
function ownOf(task: WritingTask, draft: Draft): Draft {
  const own = withoutForeignMatter(task, draft)
  if (!own) throw new WriterError('failed', new Error('All of a draft came from instructions in its source'))
  return own
}

/** A draft as it is answered: counted, and with what its reader is warned of. */
export function itemOf(
  task: WritingTask,
  draft: Draft & Pick<GeneratedItem, 'outline'>,
  writer: Pick<GeneratedItem, 'model'> & { name: GeneratedItem['source'] },
  faults: readonly DraftFault[] = [],
): GeneratedItem {
  return {
    platform: task.platform,
    language: task.language,
    content: draft.content,
    characterCount: countFor(task.platform, publishedText(draft)),
    hashtags: draft.hashtags,
    source: writer.name,
    model: writer.model,
    warnings: faults.map(({ fault }) => fault),
    ...(draft.outline && { outline: draft.outline }),
  }
}
