import type { BasicRequest, GeneratedItem, WritingEvent } from '#core/generation/contract.ts'
import { evidenceFor, faultsOf } from '#core/generation/draft-faults.ts'
import { withoutForeignMatter } from '#core/generation/foreign-matter.ts'
import { languagesOf, type WritingTask } from '#core/generation/prompt.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { WriterError, type Asking, type Draft, type Usage, type Writer } from '../adapters/ai/writer.ts'

/** A client waits 30 s; what was not written by then, retry and repair included, has failed. */
const TIMEOUT_MS = 26_000

/** A client that is told has no end to wait for, but hears something all the time. */
const SILENCE_MS = 26_000

/** Between two tellings of one draft: quicker than eyes follow. */
const PAUSE_MS = 40

/**
 * Writes one draft a task, all at the same time. Those that failed are left out and told to `onFailure`.
 * @throws WriterError when all of them failed
 */
export async function writeDrafts(
  tasks: WritingTask[],
  writerFor: (platform: Platform) => Writer,
  signal: AbortSignal,
  { onFailure, onUsage, tell }: Listeners & { onFailure: (error: unknown) => void },
): Promise<GeneratedItem[]> {
  using silence = tell && endOfSilence(SILENCE_MS)
  const inTime = AbortSignal.any([signal, silence?.signal ?? AbortSignal.timeout(TIMEOUT_MS)])
  const drafts = await Promise.allSettled(
    tasks.map(async (task) => {
      const writer = writerFor(task.platform)
      if (!tell) return await writeDraft(task, writer, { signal: inTime, onUsage })
      using teller = textTeller(task, writer, tell)
      const onText = (text: string) => {
        silence?.break()
        teller.hear(text)
      }
      const item = await writeDraft(task, writer, { signal: inTime, onText, onUsage })
      silence?.break()
      tell({ type: 'draft', item })
      return item
    }),
  )
  const written = drafts.flatMap((draft) => (draft.status === 'fulfilled' ? draft.value : []))
  const failed = drafts.filter((draft) => draft.status === 'rejected')
  if (failed[0] && written.length === 0) throw failed[0].reason
  for (const { reason } of failed) onFailure(reason)
  return written
}

/** Who hears of what is written: its client of the text, and whoever counts of what it took. */
interface Listeners {
  onUsage: (usage: Usage) => void
  tell: ((event: WritingEvent) => void) | undefined
}

/** Tells how a text grows: from where it goes on, and what comes there. */
function textTeller(
  task: WritingTask,
  { name: source, model }: Writer,
  tell: (event: WritingEvent) => void,
): Disposable & { hear: (text: string) => void } {
  const { platform, language } = task
  let told = ''
  let latest = ''
  let pause: NodeJS.Timeout | undefined
  const tellLatest = () => {
    pause = undefined
    const at = commonLength(told, latest)
    if (at === told.length && at === latest.length) return
    tell({ type: 'text', platform, language, source, model, at, text: latest.slice(at) })
    told = latest
    pause = setTimeout(tellLatest, PAUSE_MS)
  }
  return {
    hear: (text) => {
      // Whoever stops keeps what they have seen.
      latest = withoutForeignMatter(task, { content: text, hashtags: [] })?.content ?? ''
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

/** Aborts as a time-out does once nothing has been heard for so long. */
function endOfSilence(ms: number): Disposable & { signal: AbortSignal; break(): void } {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException('Nothing was heard', 'TimeoutError')), ms)
  return { signal: ending.signal, break: () => void timer.refresh(), [Symbol.dispose]: () => clearTimeout(timer) }
}

/** One task a network and language, English before Arabic. */
export function tasksOf(request: BasicRequest, platforms: Platform[]): WritingTask[] {
  const { topic, contentType, tone, sourceContent, sourceMetadata } = request
  const source = sourceContent?.trim() ? { title: sourceMetadata?.title ?? null, text: sourceContent } : null
  return platforms.flatMap((platform) =>
    languagesOf(request.language).map((language) => ({ platform, language, topic, contentType, tone, source })),
  )
}

/** A text written anew in one respect. It is held to its author as a draft is, and not sent back: its author compares. */
export async function reworkText(
  { task, prompt }: { task: WritingTask; prompt: string },
  writer: Writer,
  signal: AbortSignal,
  { onUsage, tell }: Listeners,
): Promise<GeneratedItem> {
  using silence = tell && endOfSilence(SILENCE_MS)
  using teller = tell && textTeller(task, writer, tell)
  const inTime = AbortSignal.any([signal, silence?.signal ?? AbortSignal.timeout(TIMEOUT_MS)])
  const onText =
    teller &&
    ((text: string) => {
      silence?.break()
      teller.hear(text)
    })
  const draft = await writer.rework(task, prompt, { signal: inTime, onText, onUsage })
  return itemOf(task, ownOf(task, draft), writer)
}

/** One draft, repaired once where something is wrong with it; what a reader must know of the rest is said on it. */
async function writeDraft(task: WritingTask, writer: Writer, asking: Asking): Promise<GeneratedItem> {
  const evidence = evidenceFor(task)
  const draft = ownOf(task, await writer.write(task, asking))
  const { complaints } = faultsOf(task, draft, evidence)
  if (complaints.length === 0) return itemOf(task, draft, writer)
  // A draft with a fault is more than none, and than one that has become worse.
  const repaired = await writer
    .repair(task, draft.content, complaints, { ...asking, onText: undefined })
    .then((again) => ownOf(task, again))
    .catch(() => draft)
  const isWorse = faultsOf(task, repaired, evidence).complaints.length > complaints.length
  return itemOf(task, isWorse ? draft : repaired, writer)
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
): GeneratedItem {
  return {
    platform: task.platform,
    language: task.language,
    content: draft.content,
    characterCount: countFor(task.platform, publishedText(draft)),
    hashtags: draft.hashtags,
    source: writer.name,
    model: writer.model,
    warnings: faultsOf(task, draft, []).warnings,
    ...(draft.outline && { outline: draft.outline }),
  }
}
