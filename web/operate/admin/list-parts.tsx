import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowDown, ArrowUp } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface SortButtonProps {
  label: string
  /** The direction in which this column sorts the list. Undefined if another column sorts it. */
  order: 'asc' | 'desc' | undefined
  onPress: () => void
  className?: string
}

export function SortButton({ label, order, onPress, className }: SortButtonProps) {
  const t = useTranslations('admin.list')
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-pressed={order !== undefined}
      onClick={onPress}
      className={classNames(
        '-mx-1.5 inline-flex min-h-8 w-fit items-center gap-1 rounded-control px-1.5 text-13 hover:bg-sunk',
        order ? 'font-strong text-ink' : 'text-ink-soft',
        className,
      )}
    >
      {label}
      {order && <Arrow size={14} strokeWidth={2} />}
      {order && <span className="sr-only">{t(order)}</span>}
    </button>
  )
}

export const ColumnHead = ({ children }: { children: ReactNode }) => (
  <span className="text-13 text-ink-soft">{children}</span>
)

interface LogToolsProps {
  log: { typed: string; type: (typed: string) => void; order: 'asc' | 'desc'; turn: () => void }
  search: string
  time: string
  /**
   * Whether the list has column headings on wide screens. The headings then sort the list, and the sort menu is hidden.
   */
  hasHeads?: boolean
  children?: ReactNode
}

export function LogTools({ log, search, time, hasHeads = false, children }: LogToolsProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchField
        label={search}
        value={log.typed}
        className="max-lg:w-auto max-lg:min-w-40 max-lg:flex-1"
        onChange={log.type}
      />
      <SortButton
        label={time}
        order={log.order}
        onPress={log.turn}
        className={classNames('min-h-11 lg:order-1 lg:ms-auto', hasHeads && 'lg:hidden')}
      />
      {children}
    </div>
  )
}

interface FilterProps<Value extends string> {
  label: string
  every: string
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}

export function Filter<Value extends string>({ label, every, value, options, onChange }: FilterProps<Value>) {
  return (
    <div className="min-w-40 flex-1 sm:w-52 sm:flex-none">
      <Select<Value | ''>
        label={label}
        value={value ?? ''}
        options={[{ value: '', label: every }, ...options]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
    </div>
  )
}

interface PagedListProps<Row> {
  pages: {
    rows: readonly Row[]
    /** The number of posts in `rows`, if a row stands for a group of posts. */
    shown?: number
    found: number | undefined
    error: unknown
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<unknown>
  }
  empty: string
  notLoaded: string
  children: (row: Row) => ReactNode
}

export function PagedList<Row>({ pages, empty, notLoaded, children }: PagedListProps<Row>) {
  const t = useTranslations('admin.list')
  const format = useFormatter()
  const shown = pages.shown ?? pages.rows.length
  if (pages.error && shown === 0)
    return (
      <div className="mt-4">
        <LoadFailed error={pages.error} onRetry={() => void pages.refetch()}>
          <p className="font-strong">{notLoaded}</p>
        </LoadFailed>
      </div>
    )
  if (pages.isPending)
    return (
      <div className="divide-y divide-line border-y border-line">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex h-15 items-center gap-6">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
    )
  return (
    <>
      {shown === 0 ? (
        <output className="block border-y border-line py-6 text-14 text-ink-soft">{empty}</output>
      ) : (
        <ul className="divide-y divide-line border-y border-line">{pages.rows.map((row) => children(row))}</ul>
      )}
      <div className="flex min-h-15 flex-wrap items-center justify-between gap-3 pt-3">
        <output className="text-13 text-ink-soft">
          {shown > 0 &&
            t(shown > pages.rows.length ? 'grouped' : 'of', {
              groups: pages.rows.length,
              shown: format.number(shown),
              found: format.number(pages.found ?? shown),
            })}
        </output>
        {pages.hasNextPage && (
          <Button isPending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </>
  )
}
