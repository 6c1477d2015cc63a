import { ApiError } from '../lib/api.ts'
import { messageOfError, type StoredMessage } from '../lib/error-message.ts'

export interface BulkResult<Post, Done> {
  done: Done[]
  refused: { post: Post; message: StoredMessage }[]
  /** Why the action stopped early. Null if it finished or the user stopped it. */
  halted: StoredMessage | null
}

/**
 * Runs an action on posts one after the other. Skips a post that the server refuses, and stops if Frogy is unreachable.
 */
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
