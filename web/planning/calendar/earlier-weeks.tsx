import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { ChevronDown } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Grid } from './grid.ts'
import { Weeks } from './month-weeks.tsx'
import { countOf, NO_FILTER, useDays } from './use-days.ts'

/**
 * The weeks before the current one, folded into one line. Unfolding them does not move the later weeks on the screen.
 */
export function EarlierWeeks({ grid, weekend }: { grid: Grid; weekend: readonly number[] }) {
  const { earlier = [], names, filter = NO_FILTER, isFiltered } = grid
  const t = useTranslations('calendar.earlier')
  const id = useId()
  const { byDate, isPending, error } = useDays(earlier, filter)
  const [isUnfolded, setUnfolded] = useState(false)
  const last = earlier.at(-1) ?? ''
  const isOpen = isUnfolded || (grid.shownDay !== undefined && earlier.includes(grid.shownDay))

  const rows = useRef<HTMLTableSectionElement>(null)
  const heightBefore = useRef<number | null>(null)
  // Scrolls by the height of the added rows, so that later weeks do not move. Runs after each render, because the rows
  // appear with the first render after unfolding.
  useLayoutEffect(() => {
    if (heightBefore.current === null || !rows.current) return
    const by = rows.current.offsetHeight - heightBefore.current
    heightBefore.current = null
    // If the page is too short to scroll by the height of the added rows, adds the missing space below the table.
    const table = rows.current.closest('table')
    const root = document.documentElement
    if (table) table.style.marginBlockEnd = ''
    const missing = window.scrollY + by + root.clientHeight - root.scrollHeight
    if (table && missing > 0) table.style.marginBlockEnd = `${missing}px`
    window.scrollBy(0, by)
  })

  const all = [...byDate.values()]
  const publishedCount = all.reduce((sum, { byStatus }) => sum + (byStatus.published ?? 0), 0)
  const values = { month: names.longMonth(last), weeks: earlier.length / 7 }
  return (
    <>
      <tbody>
        <tr className="border-b border-line">
          <td colSpan={7} className="p-0">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => {
                heightBefore.current = rows.current?.offsetHeight ?? 0
                setUnfolded(!isOpen)
              }}
              className="flex h-7 w-full items-center gap-2 px-1 text-13 text-ink-soft hover:bg-sunk max-md:h-11 md:font-strong"
            >
              <ChevronDown
                size={16}
                strokeWidth={1.75}
                className={classNames('shrink-0', isOpen ? 'rotate-180' : undefined)}
              />
              {isPending ? (
                <Skeleton className="delayed h-3 w-40" />
              ) : error || (publishedCount === 0 && !isFiltered) ? (
                t('weeks', values)
              ) : isFiltered ? (
                t('matches', {
                  ...values,
                  count: all.reduce((sum, day) => sum + countOf(day), 0),
                })
              ) : (
                t('published', { ...values, count: publishedCount })
              )}
            </button>
          </td>
        </tr>
      </tbody>
      <tbody ref={rows} id={id}>
        {isOpen && (
          <Weeks
            grid={{ ...grid, byDate, isRead: !isPending && !error, isPending, months: [] }}
            days={earlier}
            weekend={weekend}
          />
        )}
      </tbody>
    </>
  )
}
