import { useParentSize } from '@visx/responsive'
import { scaleBand } from '@visx/scale'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'

const NARROW = 600

export const MARGIN = 38

export interface Frame {
  width: number
  /** Distance from the inline start to the end of the last column, in px. */
  end: number
  isNarrow: boolean
  /** Converts a distance from the inline start to one from the left, because they differ in Arabic. */
  x: (fromStart: number) => number
  /** Distance from the inline start to the middle of a column, in px. */
  middleOf: (column: number) => number
}

type PlotProps = { columns: number; height: number; children: (frame: Frame) => ReactNode }

export function Plot({ columns, height, children }: PlotProps) {
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
