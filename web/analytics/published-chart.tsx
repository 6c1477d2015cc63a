import { Group } from '@visx/group'
import { Bar } from '@visx/shape'
import { useFormatter, useTranslations } from 'use-intl'
import type { Analytics } from '#core/analytics/contract.ts'
import { classNames } from '../lib/class-names.ts'
import { Plot } from './plot.tsx'
import { useDays } from './use-days.ts'

type Column = Analytics['columns'][number]

const SQUARE = 10
const STEP = 13
const MAX_SQUARES = 4

/** Stacked bars of posts per column. Failed posts are on top of published ones. */
export function PublishedChart({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics')
  const { columns } = analytics
  const has = (of: 'failed' | 'unconfirmed') => columns.some((column) => column[of] > 0)
  const height = Math.max(2, ...columns.map(rowsOf)) * STEP + 6
  return (
    <section aria-labelledby="published" className="mt-5">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4">
        <h2 id="published" className="text-14 font-strong">
          {t('published.title')}
        </h2>
        <p aria-hidden="true" className="flex gap-4 text-13 text-ink-soft">
          {(['failed', 'unconfirmed'] as const).filter(has).map((state) => (
            <span key={state} className="flex items-center gap-1.5">
              <Mark state={state} />
              {t(`published.${state}`)}
            </span>
          ))}
        </p>
      </div>
      <div className="mt-1 border-b border-line">
        <Plot columns={columns.length} height={height}>
          {({ width, x, middleOf }) => (
            <svg width={width} height={height} aria-hidden="true">
              {columns.map((column, index) => (
                <Squares key={column.from} column={column} x={x(middleOf(index))} ground={height} />
              ))}
            </svg>
          )}
        </Plot>
      </div>
      <PublishedTable columns={columns} />
    </section>
  )
}

const totalOf = ({ published, failed, unconfirmed }: Column): number => published + failed + unconfirmed
const statesIn = (column: Column) => STATES.filter((state) => column[state] > 0)

/** One square per post. With too many posts, one square per state, and the number of its posts above it. */
const rowsOf = (column: Column): number =>
  totalOf(column) > MAX_SQUARES ? 2 * statesIn(column).length : totalOf(column)

const SQUARE_STYLES = {
  published: { fill: 'var(--pond)' },
  unconfirmed: { fill: 'var(--lily)', stroke: 'var(--lily-ink)', strokeWidth: 1.5 },
  failed: { fill: 'var(--coral)' },
} as const

const NUMBER_STYLES = { published: 'fill-pond', unconfirmed: 'fill-lily-ink', failed: 'fill-coral' } as const

const STATES = ['published', 'unconfirmed', 'failed'] as const

function Squares({ column, x, ground }: { column: Column; x: number; ground: number }) {
  const format = useFormatter()
  const total = totalOf(column)
  if (total > MAX_SQUARES) {
    return (
      <Group left={x}>
        {statesIn(column).map((state, index) => (
          <Group key={state}>
            <Square state={state} x={0} y={ground - 4 - SQUARE - 2 * index * STEP} />
            <text
              y={ground - 4 - (2 * index + 1) * STEP}
              textAnchor="middle"
              className={classNames('text-13 font-strong', NUMBER_STYLES[state])}
            >
              {format.number(column[state])}
            </text>
          </Group>
        ))}
      </Group>
    )
  }
  return (
    <Group left={x}>
      {STATES.flatMap((state) => Array.from({ length: column[state] }, () => state)).map((state, index) => (
        <Square key={index} state={state} x={0} y={ground - 4 - SQUARE - index * STEP} />
      ))}
    </Group>
  )
}

function Square({ state, x, y }: { state: keyof typeof SQUARE_STYLES; x: number; y: number }) {
  const inset = state === 'unconfirmed' ? 0.75 : 0
  return (
    <Bar
      x={x - SQUARE / 2 + inset}
      y={y + inset}
      width={SQUARE - 2 * inset}
      height={SQUARE - 2 * inset}
      rx={3}
      {...SQUARE_STYLES[state]}
    />
  )
}

function Mark({ state }: { state: keyof typeof SQUARE_STYLES }) {
  return (
    <svg width={SQUARE} height={SQUARE}>
      <Square state={state} x={SQUARE / 2} y={0} />
    </svg>
  )
}

function PublishedTable({ columns }: { columns: readonly Column[] }) {
  const t = useTranslations('analytics')
  const format = useFormatter()
  const days = useDays()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('published.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.days')}</th>
            <th scope="col">{t('table.published')}</th>
            <th scope="col">{t('published.failed')}</th>
            <th scope="col">{t('published.unconfirmed')}</th>
          </tr>
        </thead>
        <tbody>
          {columns
            .filter((column) => totalOf(column) > 0)
            .map((column) => (
              <tr key={column.from}>
                <th scope="row">{days.span(column)}</th>
                <td>{format.number(column.published)}</td>
                <td>{format.number(column.failed)}</td>
                <td>{format.number(column.unconfirmed)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
