import { recordPermalink } from '../posts/transitions/publish.ts'
import type { WorkerTools } from './publish-job.ts'

/** How many are asked for at once: what goes out comes first. */
const AT_ONCE = 8

export interface PermalinkFinder extends AsyncDisposable {
  find: WorkerTools['findPermalink']
}

/**
 * Asks networks that alone know where a post can be seen. It is out already and recorded, so the account's next post does
 * not wait for that, and an answer that does not come is done without.
 */
export function permalinkFinder(): PermalinkFinder {
  const stopping = new AbortController()
  const asked = new Set<Promise<void>>()
  let free = AT_ONCE
  const waiting: (() => void)[] = []

  async function find(...[job, remoteId, access]: Parameters<PermalinkFinder['find']>): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      if (stopping.signal.aborted) return
      const permalink = await job.client.findPermalink?.(remoteId, access, stopping.signal)
      if (permalink) await recordPermalink(job.database, job.post, permalink, job.clock.now())
    } catch (error) {
      job.log.warn({ err: error, postId: job.post.id }, 'where a post can be seen could not be noted')
    } finally {
      // Its place goes to the next one.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return {
    find(job, remoteId, access) {
      if (!job.client.findPermalink) return
      const done = find(job, remoteId, access).finally(() => asked.delete(done))
      asked.add(done)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(asked)
    },
  }
}
