import type { Post } from '#core/posts/contract.ts'

/** A draft, or the English and the Arabic one of the same idea. */
export type Idea = [Post, ...Post[]]

/** Drafts as ideas, in the order of the first of each; English before Arabic. */
export function ideasOf(drafts: readonly Post[]): Idea[] {
  const ideas = Map.groupBy(drafts, ({ id, siblingId }) => (siblingId && siblingId < id ? siblingId : id))
  return [...ideas.values()].map((posts) => posts.toSorted((one, other) => order(one) - order(other)) as Idea)
}

const order = ({ contentLanguage }: Post): number => (contentLanguage === 'en' ? 0 : 1)
