import type { BasicRequest, GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import { authorsWords } from '#core/writing/authors-words.ts'
import type { DraftFault } from '#core/writing/draft-faults.ts'
import { removeInjectedText } from '#core/writing/injected-text.ts'
import { isRefusal } from '#core/writing/refusal.ts'
import { tidyDraft, tidyText } from '#core/writing/tidy-draft.ts'
import { languagesOf, type Prompt, type WritingTask } from '#core/writing/prompt.ts'
import type { Country } from '#core/writing/regions.ts'
import { sourceOf } from '#core/writing/source.ts'
import { endedText } from '#core/writing/endings.ts'
import { linkedContent } from '#core/writing/source-link.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { WriterError, type Asking, type Draft, type Usage, type Writer } from '../../adapters/ai/writer.ts'
import type { CheckClaims } from './check-claims.ts'
import { cacheTurn } from './cache-turns.ts'
import { draftTimers, type DraftTimer, type ModelTimeouts } from './model-timeouts.ts'

/** Pause between two events of one draft, too short to notice. */
const PAUSE_MS = 40
/** The part of the time that may go into cleaning a streamed text: a tenth. A hostile text is slow to clean. */
const SHARE = 10

export interface Failure extends Pick<GeneratedItem, 'platform' | 'language'> {
  error: unknown
}

interface Writing {
  signal: AbortSignal
  modelTimeouts: ModelTimeouts
  checkClaims: CheckClaims
  onUsage: (usage: Usage) => void
  costOf: (usages: readonly Usage[]) => number | null
  /** Receives the events of a streaming client; undefined for a plain response. */
  sendEvent: ((event: WritingEvent) => void) | undefined
}

/** Writes all drafts and returns those that are ready in time. Throws WriterError if all fail. */
export async function writeDrafts(
  tasks: WritingTask[],
  writerFor: (platform: Platform) => Writer,
  { signal, modelTimeouts, checkClaims, onUsage, costOf, sendEvent }: Writing,
): Promise<{ items: GeneratedItem[]; failures: Failure[] }> {
  const plain = AbortSignal.any([signal, AbortSignal.timeout(modelTimeouts.plainMs)])
  const timerFor = draftTimers(modelTimeouts)
  const drafts = await Promise.allSettled(
    tasks.map(async (task) => {
      const writer = writerFor(task.platform)
      const usages: Usage[] = []
      const count = (usage: Usage) => {
        usages.push(usage)
        onUsage(usage)
      }
      const priced = (item: GeneratedItem) => ({ ...item, costMicros: costOf(usages) })
      using turn = cacheTurn(writer.model, task.source?.text)
      if (!sendEvent) {
        const asking = { signal: plain, onUsage: count, onBegin: turn.begun }
        await turn.wait(plain)
        return priced(await writeDraft(task, writer, checkClaims, asking))
      }
      using time = timerFor()
      using streamer = textStreamer(task, writer, sendEvent)
      const asking = { signal: AbortSignal.any([signal, time.signal]), onUsage: count, onBegin: turn.begun }
      await turn.wait(asking.signal)
      const { update } = streamer
      const item = priced(await writeDraft(task, writer, checkClaims, asking, { time, update }))
      sendEvent({ type: 'draft', item })
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

/** Streams a growing text. Each event holds the position of the first change and the text from there on. */
function textStreamer(
  task: WritingTask,
  { name: source, model }: Writer,
  sendEvent: (event: WritingEvent) => void,
): Disposable & { update: (text: string) => void } {
  const { platform, language } = task
  let sent = ''
  let received = ''
  let read = ''
  let pause: NodeJS.Timeout | undefined
  const sendLatest = () => {
    pause = undefined
    if (received === read) return
    const from = performance.now()
    read = received
    // Clean unfinished text too, because it becomes the draft if the user stops the model.
    const content = tidyText(read)
    const isOwn = content !== '' && !isRefused(task, content)
    const latest = (isOwn && removeInjectedText(task, { content, hashtags: [] })?.content) || ''
    const at = commonLength(sent, latest)
    if (at < sent.length || at < latest.length)
      sendEvent({ type: 'text', platform, language, source, model, at, text: latest.slice(at) })
    sent = latest
    pause = setTimeout(sendLatest, Math.max(PAUSE_MS, SHARE * (performance.now() - from)))
  }
  return {
    update: (text) => {
      received = text
      if (!pause) sendLatest()
    },
    [Symbol.dispose]: () => clearTimeout(pause),
  }
}

interface Stream {
  time: DraftTimer
  update: (text: string) => void
}

const listener =
  ({ time, update }: Stream) =>
  (text: string) => {
    time.restart()
    update(text)
  }

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

/** Lists one writing task per network and language, English before Arabic. */
export function tasksOf(request: BasicRequest, platforms: Platform[], authorIn: Country | undefined): WritingTask[] {
  const { topic, contentType, tone, earlierOpenings } = request
  const source = sourceOf(request)
  const facts = request.facts?.trim()
  const wish = request.wish?.trim()
  return platforms.flatMap((platform) =>
    languagesOf(request.language).map((language) => ({
      platform,
      language,
      topic,
      contentType,
      tone,
      source,
      ...(facts && { facts }),
      ...(wish && { wish }),
      ...(earlierOpenings && { earlierOpenings }),
      ...(authorIn && { authorIn }),
    })),
  )
}

/**
 * Rewrites the author's text. Faults become warnings and are not repaired, because the author compares both versions.
 */
export async function reworkText(
  { task, prompt }: { task: WritingTask; prompt: Prompt },
  writer: Writer,
  { signal, modelTimeouts, checkClaims, onUsage, costOf, sendEvent }: Writing,
): Promise<GeneratedItem> {
  using time = sendEvent && draftTimers(modelTimeouts)()
  using streamer = sendEvent && textStreamer(task, writer, sendEvent)
  const inTime = AbortSignal.any([signal, time?.signal ?? AbortSignal.timeout(modelTimeouts.plainMs)])
  const onText = time && streamer && listener({ time, update: streamer.update })
  const usages: Usage[] = []
  const count = (usage: Usage) => {
    usages.push(usage)
    onUsage(usage)
  }
  const answer = await writer.rework(task, prompt, { signal: inTime, onText, onUsage: count })
  const draft = requireOwnText(task, { ...answer, content: tidyText(answer.content) })
  const { faultsOf } = await loadFaults()
  const item = itemOf(task, draft, writer, faultsOf(task, draft, await checkClaims(draft.content, inTime)))
  return { ...item, costMicros: costOf(usages) }
}

/** Loads the rules on first use, because their word lists would take a tenth of a start. */
const loadFaults = () => import('#core/writing/draft-faults.ts')

/** Writes one draft. If it has faults, asks for one repair, which is not streamed. Remaining faults become warnings. */
async function writeDraft(
  task: WritingTask,
  writer: Writer,
  checkClaims: CheckClaims,
  { onBegin, ...asking }: Asking,
  stream?: Stream,
): Promise<GeneratedItem> {
  const { faultsOf, isBetter, needsRepair } = await loadFaults()
  const faultsIn = async (one: Draft) => faultsOf(task, one, await checkClaims(one.content, asking.signal))
  const onText = stream && listener(stream)
  const draft = requireOwnText(task, tidyDraft(task, await writer.write(task, { ...asking, onBegin, onText })))
  const faults = await faultsIn(draft)
  if (!needsRepair(faults)) return itemOf(task, draft, writer, faults)
  stream?.time.waitForOthers()
  // Keep the first draft if the repair fails or is no better.
  const complaints = faults.map(({ complaint }) => complaint)
  const repaired = await writer
    .repair(task, draft.content, complaints, { ...asking, onText: stream && (() => stream.time.restart()) })
    .then((again) => requireOwnText(task, tidyDraft(task, again)))
    .catch(() => draft)
  if (repaired === draft) return itemOf(task, draft, writer, faults)
  const left = await faultsIn(repaired)
  const isRepaired = isBetter(task, { ...repaired, faults: left }, { ...draft, faults })
  return isRepaired ? itemOf(task, repaired, writer, left) : itemOf(task, draft, writer, faults)
}

const isRefused = (task: WritingTask, content: string): boolean =>
  isRefusal(content) && !authorsWords(task).includes(content.slice(0, 20))

/** Removes injected text from a draft. @throws WriterError for a refusal, or if nothing else is left */
function requireOwnText(task: WritingTask, draft: Draft) {
  if (isRefused(task, draft.content)) throw new WriterError('refused', new Error('The draft declines the request'))
  const own = removeInjectedText(task, draft)
  if (!own) throw new WriterError('failed', new Error('All of a draft came from instructions in its source'))
  return own
}

export function itemOf(
  task: WritingTask,
  draft: Draft & Pick<GeneratedItem, 'outline' | 'offers' | 'removed'>,
  writer: Pick<GeneratedItem, 'model'> & { name: GeneratedItem['source'] },
  faults: readonly DraftFault[] = [],
): GeneratedItem {
  const { removed = [] } = draft
  const { hashtags, ...ended } = endedText(task, draft)
  const content = linkedContent(task, { ...ended, hashtags })
  return {
    platform: task.platform,
    language: task.language,
    content,
    characterCount: countFor(task.platform, publishedText({ ...draft, content, hashtags })),
    hashtags,
    source: writer.name,
    model: writer.model,
    warnings: faults.map(({ fault }) => fault),
    ...(faults.length > 0 && { faultPlaces: Object.fromEntries(faults.map(({ fault, places }) => [fault, places])) }),
    ...(removed.length > 0 && { removed }),
    ...(draft.outline && { outline: draft.outline }),
    ...(draft.offers && { offers: draft.offers }),
  }
}
