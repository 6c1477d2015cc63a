import type { Post } from '#core/posts/contract.ts'
import { unreachable } from '#core/unreachable.ts'
import { ApiError } from '../lib/api.ts'

const OLD_MS = 86_400_000

export type Outcome =
  | { kind: 'out' }
  | { kind: 'coming' }
  | { kind: 'unconfirmed' }
  | { kind: 'refused'; reason: string | null; detail: string | null; post: Post }
  /** Frogy did not respond, so the result of the post is unknown, and no more posts are published. */
  | { kind: 'unheard' }

export type PostAll = {
  /**
   * `asking`: some posts are old, and the user must confirm. `halted`: the user stopped the action, or Frogy was
   * unreachable.
   */
  phase: 'asking' | 'running' | 'stopping' | 'halted' | 'done'
  posts: readonly Post[]
  sending: string | null
  outcomes: Readonly<Record<string, Outcome>>
}

type PostAllAction =
  | { type: 'opened'; posts: readonly Post[]; now: Date }
  | { type: 'started'; posts: readonly Post[] }
  | { type: 'sending'; id: string }
  | { type: 'decided'; id: string; outcome: Outcome }
  | { type: 'stop-wanted' }
  | { type: 'ended' }
  | { type: 'closed' }

export function reducePostAll(state: PostAll | null, action: PostAllAction): PostAll | null {
  if (action.type === 'opened') {
    const { posts, now } = action
    return { phase: longOverduePosts(posts, now).length > 0 ? 'asking' : 'running', posts, sending: null, outcomes: {} }
  }
  if (action.type === 'closed' || state === null) return null
  switch (action.type) {
    case 'started':
      return { ...state, phase: 'running', posts: action.posts }
    case 'sending':
      return { ...state, sending: action.id }
    case 'decided':
      return { ...state, sending: null, outcomes: { ...state.outcomes, [action.id]: action.outcome } }
    case 'stop-wanted':
      return state.phase === 'running' ? { ...state, phase: 'stopping' } : state
    case 'ended':
      return { ...state, phase: unfinishedPosts(state).length > 0 ? 'halted' : 'done' }
    default:
      return unreachable(action)
  }
}

/** Returns the posts that are overdue for so long that their text may be outdated. */
export function longOverduePosts(posts: readonly Post[], now: Date): Post[] {
  return posts.filter((post) => now.getTime() - Date.parse(post.scheduledAt ?? post.createdAt) > OLD_MS)
}

export function unfinishedPosts({ posts, outcomes }: Pick<PostAll, 'posts' | 'outcomes'>): Post[] {
  return posts.filter(({ id }) => (outcomes[id]?.kind ?? 'unheard') === 'unheard')
}

export function countOf({ posts, outcomes }: PostAll, kind: Outcome['kind']): number {
  return posts.filter(({ id }) => outcomes[id]?.kind === kind).length
}

/** Publishes posts one after the other, each once. Skips a post that is refused, and stops if Frogy is unreachable. */
export async function postEach(
  posts: readonly Post[],
  calls: { publish: (post: Post) => Promise<Post>; read: (post: Post) => Promise<Post> },
  dispatch: (action: PostAllAction) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (const post of posts) {
    if (isStopped()) break
    dispatch({ type: 'sending', id: post.id })
    const outcome = await outcomeOf(post, calls)
    dispatch({ type: 'decided', id: post.id, outcome })
    if (outcome.kind === 'unheard') break
  }
  dispatch({ type: 'ended' })
}

async function outcomeOf(post: Post, { publish, read }: Parameters<typeof postEach>[1]): Promise<Outcome> {
  try {
    return outcomeIn(await publish(post))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isPassing) return { kind: 'unheard' }
    // Status 409: another request has already published or changed the post. Reads the result from the server.
    if (error.status === 409) return await read(post).then(outcomeIn, () => ({ kind: 'coming' }))
    return { kind: 'refused', reason: error.issues[0]?.message ?? (error.message || null), detail: null, post }
  }
}

function outcomeIn(post: Post): Outcome {
  const { status, failure } = post
  switch (status) {
    case 'published':
      return { kind: 'out' }
    case 'publishing':
    case 'scheduled':
    case 'in_review':
      return { kind: 'coming' }
    case 'unconfirmed':
      return { kind: 'unconfirmed' }
    case 'failed':
    case 'missed':
    case 'draft':
      return { kind: 'refused', reason: failure?.message ?? null, detail: failure?.detail ?? null, post }
    default:
      return unreachable(status)
  }
}
