/** What networks count of a post. */
export const FIGURES = ['impressions', 'likes', 'comments', 'shares'] as const
export type Figure = (typeof FIGURES)[number]
export type Figures = Record<Figure, number | null>

/** Those of which a post's engagement is the sum. */
const ENGAGEMENT = ['likes', 'comments', 'shares'] as const

/**
 * How often people reacted to a post, commented on it and passed it on, as far as its network told.
 * @returns null where it told nothing of that
 */
export function engagementOf(figures: Pick<Figures, (typeof ENGAGEMENT)[number]>): number | null {
  const told = ENGAGEMENT.flatMap((name) => figures[name] ?? [])
  return told.length === 0 ? null : told.reduce((total, one) => total + one, 0)
}
