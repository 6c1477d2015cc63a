import type { BasicRequest, GeneratedItem } from '#core/generation/contract.ts'
import { isInLanguage, languagesOf, type WritingTask } from '#core/generation/prompt.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
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

/** One draft, repaired once where it breaks the network's limit or is in the wrong language; what remains is said on it. */
async function writeDraft(task: WritingTask, writer: Writer, signal: AbortSignal): Promise<GeneratedItem> {
  let draft = await writer.write(task, signal)
  const faults = faultsOf(task, draft)
  if (faults.tooLongBy || faults.wrongLanguage) {
    // A draft with a fault is more than none.
    draft = await writer.repair(task, draft.content, faults, signal).catch(() => draft)
  }
  return itemOf(task, draft, writer)
}

/** A draft as it is answered: counted, and with what is still wrong with it. */
export function itemOf(
  task: WritingTask,
  draft: Draft,
  writer: Pick<GeneratedItem, 'model'> & { name: GeneratedItem['source'] },
): GeneratedItem {
  const faults = faultsOf(task, draft)
  return {
    platform: task.platform,
    language: task.language,
    content: draft.content,
    characterCount: countFor(task.platform, publishedText(draft)),
    hashtags: draft.hashtags,
    source: writer.name,
    model: writer.model,
    warnings: [
      ...(faults.tooLongBy ? (['too_long'] as const) : []),
      ...(faults.wrongLanguage ? (['wrong_language'] as const) : []),
    ],
  }
}

function faultsOf(task: WritingTask, draft: Draft): { tooLongBy?: number; wrongLanguage?: boolean } {
  const tooLong = textIssues(task.platform, publishedText(draft), 1).find((issue) => issue.kind === 'too-long')
  return { tooLongBy: tooLong?.over, wrongLanguage: !isInLanguage(draft.content, task.language) }
}
