import type { Post } from '#core/posts/contract.ts'

/** A draft, or its English and Arabic versions. */
export type Idea = [Post, ...Post[]]

export function ideasOf(drafts: readonly Post[]): Idea[] {
  const ideas = Map.groupBy(drafts, ({ id, siblingId }) => (siblingId && siblingId < id ? siblingId : id))
  return [...ideas.values()].map((posts) => posts.toSorted((a, b) => order(a) - order(b)) as Idea)
}

const order = ({ contentLanguage }: Post): number => (contentLanguage === 'en' ? 0 : 1)
