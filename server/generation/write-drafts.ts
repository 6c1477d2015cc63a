import type { BasicRequest, GeneratedItem } from '#core/generation/contract.ts'
import { evidenceFor, faultsOf } from '#core/generation/draft-faults.ts'
import { languagesOf, type WritingTask } from '#core/generation/prompt.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { Draft, Writer } from '../adapters/ai/writer.ts'

/** A client waits 30 s; what was not written by then, retry and repair included, has failed. */
const TIMEOUT_MS = 26_000

/**
 * Writes one draft a task, all at the same time. Those that failed are left out and told to `onFailure`.
 * @throws WriterError when all of them failed
 */
export async function writeDrafts(
  tasks: WritingTask[],
  writerFor: (platform: Platform) => Writer,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<GeneratedItem[]> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const drafts = await Promise.allSettled(tasks.map((task) => writeDraft(task, writerFor(task.platform), inTime)))
  const written = drafts.flatMap((draft) => (draft.status === 'fulfilled' ? draft.value : []))
  const failed = drafts.filter((draft) => draft.status === 'rejected')
  if (failed[0] && written.length === 0) throw failed[0].reason
  for (const { reason } of failed) onFailure(reason)
  return written
}

/** One task a network and language, English before Arabic. */
export function tasksOf(request: BasicRequest, platforms: Platform[]): WritingTask[] {
  const { topic, contentType, tone, sourceContent, sourceMetadata } = request
  const source = sourceContent?.trim() ? { title: sourceMetadata?.title ?? null, text: sourceContent } : null
  return platforms.flatMap((platform) =>
    languagesOf(request.language).map((language) => ({ platform, language, topic, contentType, tone, source })),
  )
}

/** One draft, repaired once where something is wrong with it; what a reader must know of the rest is said on it. */
async function writeDraft(task: WritingTask, writer: Writer, signal: AbortSignal): Promise<GeneratedItem> {
  const evidence = evidenceFor(task)
  const draft = await writer.write(task, signal)
  const { complaints } = faultsOf(task, draft, evidence)
  if (complaints.length === 0) return itemOf(task, draft, writer)
  // A draft with a fault is more than none, and than one that has become worse.
  const repaired = await writer.repair(task, draft.content, complaints, signal).catch(() => draft)
  const isWorse = faultsOf(task, repaired, evidence).complaints.length > complaints.length
  return itemOf(task, isWorse ? draft : repaired, writer)
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
