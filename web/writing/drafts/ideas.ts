import type { Post } from '#core/posts/contract.ts'

/** One draft, or the English and the Arabic draft of the same idea. */
export type Idea = [Post, ...Post[]]

export function ideasOf(drafts: readonly Post[]): Idea[] {
  const ideas = Map.groupBy(drafts, ({ id, siblingId }) => (siblingId && siblingId < id ? siblingId : id))
  return [...ideas.values()].map((posts) => posts.toSorted((a, b) => order(a) - order(b)) as Idea)
}

const order = ({ contentLanguage }: Post): number => (contentLanguage === 'en' ? 0 : 1)
