import { useEffect, useEffectEvent, useLayoutEffect, type CSSProperties, type RefObject } from 'react'
import { lineBoxAt, selectionBox } from './field-geometry.ts'
import type { TextRange } from './text-edits.ts'

const GAP = 6

/** Hides an element until `useFieldPlace` has positioned it. */
export const UNPLACED: CSSProperties = { visibility: 'hidden', top: 0, left: 0 }

/**
 * Positions an element above the first selected line, or below the caret's line. Uses the other side if there is no
 * space. The element stays within the width of the field.
 */
export function useFieldPlace(
  root: HTMLElement,
  element: RefObject<HTMLElement | null>,
  range: TextRange,
  side: 'above' | 'below',
): void {
  const place = useEffectEvent(() => {
    const own = element.current
    const box = selectionBox(root, range)
    if (!own || !box) return
    const edges = root.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = own
    // The bars at the top and bottom of the window cover the page, so their heights do not count as space.
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
    const roomAbove = box.top - GAP - (Number.parseFloat(scrollPaddingTop) || 0)
    const roomBelow = innerHeight - box.bottom - GAP - (Number.parseFloat(scrollPaddingBottom) || 0)
    const isAbove =
      side === 'above' ? roomAbove >= height || roomAbove > roomBelow : roomBelow < height && roomAbove > roomBelow
    const start = lineBoxAt(root, range.start)?.isRightToLeft ? box.start - width : box.start
    const left = Math.max(0, Math.min(start - edges.left, edges.width - width))
    put(own, left, (isAbove ? box.top - GAP - height : box.bottom + GAP) - edges.top)
  })
  // Run after every render, because the sizes of the element and the text may have changed.
  useLayoutEffect(() => place())
  useEffect(() => {
    const observer = new ResizeObserver(() => place())
    observer.observe(root)
    return () => observer.disconnect()
  }, [root])
}

function put({ style }: HTMLElement, left: number, top: number): void {
  style.left = `${left}px`
  style.top = `${top}px`
  style.visibility = 'visible'
}
