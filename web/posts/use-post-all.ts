import { useReducer, useRef } from 'react'
import type { Post } from '#core/posts/contract.ts'
import { atRevision, call } from '../lib/api.ts'
import { markLiveAsKnown } from '../lib/live-posts.ts'
import { invalidate } from '../lib/queries.ts'
import { longOverduePosts, unfinishedPosts, postEach, reducePostAll, type PostAll } from './post-all.ts'

const calls = {
  async publish(post: Post) {
    const sent = await call('POST /api/posts/{id}/publish', atRevision(post))
    markLiveAsKnown(sent)
    return sent
  },
  read: ({ id }: Post) => call('GET /api/posts/{id}', { params: { id } }),
}

export type PostingAll = {
  state: PostAll | null
  open: (posts: readonly Post[]) => void
  start: (posts: readonly Post[]) => void
  resume: () => void
  stop: () => void
  close: () => void
}

/**
 * Publishes several posts. Call it in a component that stays mounted, because the posts leave their lists while it
 * runs.
 */
export function usePostAll(): PostingAll {
  const [state, dispatch] = useReducer(reducePostAll, null)
  const isStopped = useRef(false)

  function run(posts: readonly Post[]) {
    isStopped.current = false
    void postEach(posts, calls, dispatch, () => isStopped.current).finally(() =>
      invalidate('/api/posts', '/api/notifications'),
    )
  }

  return {
    state,
    open(posts) {
      const now = new Date()
      dispatch({ type: 'opened', posts, now })
      if (longOverduePosts(posts, now).length === 0) run(posts)
    },
    start(posts) {
      dispatch({ type: 'started', posts })
      run(posts)
    },
    resume() {
      if (!state) return
      dispatch({ type: 'started', posts: state.posts })
      run(unfinishedPosts(state))
    },
    stop() {
      isStopped.current = true
      dispatch({ type: 'stop-wanted' })
    },
    close: () => dispatch({ type: 'closed' }),
  }
}
