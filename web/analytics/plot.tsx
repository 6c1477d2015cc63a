import { useParentSize } from '@visx/responsive'
import { scaleBand } from '@visx/scale'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'

/** Below this width signs make room: dots instead of badges. */
const NARROW = 600

/** Beyond the last column, in px: what is written beside the lines covers none of what is drawn. */
export const MARGIN = 38

export interface Frame {
  width: number
  /** How far from where reading begins the last column ends. */
  end: number
  isNarrow: boolean
  /** How far a thing that far from where reading begins is from the left. */
  x: (fromStart: number) => number
  /** The middle of a column, from where reading begins. */
  middleOf: (column: number) => number
}

/** A drawing as wide as there is room, in equal columns, which begin where reading does. */
export function Plot({
  columns,
  height,
  children,
}: {
  columns: number
  height: number
  children: (frame: Frame) => ReactNode
}) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['height', 'top', 'left'] })
  const { language } = useLanguage()
  const end = width - MARGIN
  const bands = scaleBand({ domain: Array.from({ length: columns }, (_, index) => index), range: [0, end] })
  const frame: Frame = {
    width,
    end,
    isNarrow: width < NARROW,
    x: (fromStart) => (language === 'ar' ? width - fromStart : fromStart),
    middleOf: (column) => (bands(column) ?? 0) + bands.bandwidth() / 2,
  }
  return (
    <div ref={parentRef} className="relative w-full" style={{ blockSize: height }}>
      {width > 0 && children(frame)}
    </div>
  )
}
