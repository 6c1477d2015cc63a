import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import type { FreeTime } from '#core/posts/lists-contract.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { openingLine } from '#core/cut-text.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { mayAs, maySchedule } from '../../lib/role.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ideasOf, type Idea } from '../../writing/drafts/ideas.ts'
import { DraftGrip } from './movable-calendar.tsx'

const SHOWN = 3
const MAX_TIMES = 6

interface DraftRowProps {
  /** How many drafts the user has. */
  count: number
  free: readonly FreeTime[]
  onSend: (idea: Idea, cell: CalendarCell) => void
}

export function DraftRow({ count, free, onSend }: DraftRowProps) {
  const t = useTranslations('posts.drafts')
  const headingId = useId()
  const { data, error } = useQuery(reading('GET /api/posts', { query: { status: 'draft' } }))
  if (error && !data) return null
  const ideas = ideasOf(data ?? [])
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
    >
      <h3 id={headingId} className="text-14 font-strong">
        {t('count', { count: data ? ideas.length : count })}
      </h3>
      <ul className="flex min-w-0 gap-2 max-md:order-1 max-md:w-full max-md:flex-col md:flex-1">
        {!data && (
          <li className="delayed">
            <Skeleton className="h-11 w-60 rounded-card!" />
          </li>
        )}
        {ideas.slice(0, SHOWN).map((idea) => (
          <DraftChip key={idea[0].id} idea={idea} free={free} onSend={(cell) => onSend(idea, cell)} />
        ))}
      </ul>
      <Link
        href="/schedule"
        className="ms-auto inline-flex min-h-11 items-center text-13 font-strong text-pond hover:underline"
      >
        {t('all')}
      </Link>
    </section>
  )
}

type DraftChipProps = Omit<DraftRowProps, 'count' | 'onSend'> & { idea: Idea; onSend: (cell: CalendarCell) => void }

function DraftChip({ idea, free, onSend }: DraftChipProps) {
  const t = useTranslations('posts.drafts')
  const dates = useDates()
  const [first] = idea
  const opening = openingLine(first.content, 60) || t('untitled')
  const isBlank = idea.every(({ content }) => content.trim() === '')
  const times = free.filter(({ platform }) => platform === null || idea.every((post) => post.platform === platform))
  return (
    <li className="flex h-11 min-w-0 items-center rounded-card border border-line bg-surface md:max-w-80">
      {!isBlank && <DraftGrip idea={idea} opening={opening} />}
      <Link
        href={mayAs('writer') ? `/create?draft=${first.id}` : `/comments/${first.id}`}
        aria-label={t('openOf', { opening })}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-card px-2 text-14 hover:underline"
      >
        <PlatformBadge platform={first.platform} size={18} />
        <span className="sr-only">{rulesOf(first.platform).name}</span>
        <span dir={first.content.trim() ? textDirection(first.content) : undefined} className="truncate">
          {opening}
        </span>
      </Link>
      {!isBlank && idea.every(({ platform }) => maySchedule(platform)) && (
        <Menu
          trigger={
            <IconButton label={t('moreOf', { opening })}>
              <Ellipsis size={18} strokeWidth={1.75} />
            </IconButton>
          }
        >
          {({ MenuItem }) => (
            <>
              {times.slice(0, MAX_TIMES).map(({ at }) => {
                const moment = new Date(at)
                return (
                  <MenuItem
                    key={at}
                    onSelect={() => onSend({ date: dates.dayKey(moment), time: dates.clockTime(moment) })}
                  >
                    {t('sendTo', { day: dates.fullDay(moment), time: dates.time(moment) })}
                  </MenuItem>
                )
              })}
              <MenuItem opensDialog onSelect={() => onSend({ date: '' })}>
                {t('otherTime')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </li>
  )
}
