import { ApiError } from '../lib/api.ts'
import { saidOf, type Said } from '../lib/said.ts'

/** What became of several posts of which the same was asked. */
export interface Acted<Post, Done> {
  done: Done[]
  /** Those that it was refused for, each with the reason. */
  refused: { post: Post; said: Said }[]
  /** Why the rest was not asked for; null where all were, or its person stopped it. */
  halted: Said | null
}

/**
 * Does the same to posts one after the other. One that is refused does not keep the next from its turn; where Frogy
 * itself cannot be reached the others would not get there either.
 * @param tell hears after each how many have had their turn
 */
export async function actOnEach<Post, Done>(
  posts: readonly Post[],
  act: (post: Post, index: number) => Promise<Done>,
  tell: (count: number) => void,
  isStopped: () => boolean,
): Promise<Acted<Post, Done>> {
  const acted: Acted<Post, Done> = { done: [], refused: [], halted: null }
  for (const [index, post] of posts.entries()) {
    if (isStopped()) break
    try {
      acted.done.push(await act(post, index))
    } catch (error) {
      const said = saidOf(error)
      if (!(error instanceof ApiError) || error.isPassing) return { ...acted, halted: said }
      acted.refused.push({ post, said })
    }
    tell(index + 1)
  }
  return acted
}
