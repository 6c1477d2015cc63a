/** The area of a page in which drawings are visible, as a rectangle in points. */
export interface Clip {
  left: number
  bottom: number
  right: number
  top: number
}

export type Point = readonly [number, number]

export function around(points: readonly Point[]): Clip {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

export function common(one: Clip | undefined, other: Clip): Clip {
  if (!one) return other
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}

/**
 * Whether a piece of text is entirely outside the visible area. A line across the edge counts as visible, because
 * browsers print a line at a page break on both pages.
 */
export function isOutside(piece: Clip, clip: Clip): boolean {
  return piece.right < clip.left || piece.left > clip.right || piece.top < clip.bottom || piece.bottom > clip.top
}
