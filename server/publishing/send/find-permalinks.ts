import { recordPermalink } from '../../posts/transitions/publish.ts'
import type { WorkerTools } from './publish-job.ts'

/** The number of look-ups at the same time. It is small, because publishing has priority. */
const MAX_CONCURRENT = 8

interface PermalinkFinder extends AsyncDisposable {
  find: WorkerTools['findPermalink']
}

/**
 * Looks up permalinks of posts already recorded as published. The account's next post does not wait, and a missing
 * answer does no harm.
 */
export function openPermalinkFinder(): PermalinkFinder {
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  let free = MAX_CONCURRENT
  const waiting: (() => void)[] = []

  async function find(...[job, remoteId, access]: Parameters<PermalinkFinder['find']>): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      if (stopping.signal.aborted) return
      const permalink = await job.client.findPermalink?.(remoteId, access, stopping.signal)
      if (permalink) await recordPermalink(job.database, job.post, permalink, job.clock.now())
    } catch (error) {
      job.log.warn({ err: error, postId: job.post.id }, 'the URL of a post was not recorded')
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return {
    find(job, remoteId, access) {
      if (!job.client.findPermalink) return
      const done = find(job, remoteId, access).finally(() => pending.delete(done))
      pending.add(done)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(pending)
    },
  }
}
