import { ApiError } from '../lib/api.ts'
import { messageOfError, type StoredMessage } from '../lib/error-message.ts'

export interface BulkResult<Post, Done> {
  done: Done[]
  refused: { post: Post; message: StoredMessage }[]
  /** Why the loop stopped early. Null if it finished or the user stopped it. */
  halted: StoredMessage | null
}

/** A refusal skips that post. If Frogy is unreachable, the loop stops. */
export async function actOnEach<Post, Done>(
  posts: readonly Post[],
  act: (post: Post, index: number) => Promise<Done>,
  onProgress: (count: number) => void,
  isStopped: () => boolean,
): Promise<BulkResult<Post, Done>> {
  const result: BulkResult<Post, Done> = { done: [], refused: [], halted: null }
  for (const [index, post] of posts.entries()) {
    if (isStopped()) break
    try {
      result.done.push(await act(post, index))
    } catch (error) {
      const message = messageOfError(error)
      if (!(error instanceof ApiError) || error.isPassing) return { ...result, halted: message }
      result.refused.push({ post, message })
    }
    onProgress(index + 1)
  }
  return result
}
