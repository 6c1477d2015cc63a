import { call, hasStatus } from '../lib/api.ts'

/** Removes a post from the evergreen posts. */
export async function endEvergreen(id: string): Promise<void> {
  try {
    await call('DELETE /api/posts/{id}/evergreen', { params: { id } })
  } catch (reason) {
    // Ignore status 404: another tab has already removed the post from the evergreen posts.
    if (!hasStatus(reason, 404)) throw reason
  }
}
