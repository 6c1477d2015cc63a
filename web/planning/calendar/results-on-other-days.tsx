import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openingLine } from '#core/cut-text.ts'
import { POST_STATUSES } from '#core/posts/lifecycle.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { reading } from '../../lib/queries.ts'
import { StateIcon } from '../../posts/post-state.tsx'
import { stateOf } from '../../posts/state-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { splitAroundView, type FoundPost } from './split-around-view.ts'
import { queryOf, type CalendarFilter } from './use-days.ts'

const MAX_RESULTS = 100
const INITIAL_COUNT = 3
const OPENING_LENGTH = 80

const STATUSES_WITH_DAY = POST_STATUSES.filter((status) => status !== 'draft').join(',')

export function useResultsOnOtherDays(filter: CalendarFilter, days: readonly string[]) {
  const { timeZone } = useDates()
  const isSearch = filter.q.trim() !== ''
  const { data } = useQuery({
    ...reading('GET /api/posts', { query: { status: STATUSES_WITH_DAY, limit: MAX_RESULTS, ...queryOf(filter) } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const { before, after } = splitAroundView(isSearch ? (data ?? []) : [], days, timeZone)
    return { before, after, count: before.length + after.length, isLimited: data?.length === MAX_RESULTS }
  }, [data, isSearch, days, timeZone])
}

export function ResultsOnOtherDays({
  found: { before, after, count, isLimited },
  onGo,
}: {
  found: ReturnType<typeof useResultsOnOtherDays>
  onGo: (date: string) => void
}) {
  const t = useTranslations('calendar.elsewhere')
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  if (count === 0) return null
  const hasMore = !isWhole && Math.max(before.length, after.length) > INITIAL_COUNT
  const part = (posts: readonly FoundPost[]) => (isWhole ? posts : posts.slice(0, INITIAL_COUNT))
  return (
    <section aria-labelledby={id} className="mb-5 border-t border-line pt-3">
      <h2 id={id} className="text-14 font-strong">
        {t('title', { count })}
      </h2>
      <div className="mt-1 grid gap-x-8 gap-y-3 md:grid-cols-2">
        <Side title={t('before')} posts={part(before)} onGo={onGo} />
        <Side title={t('after')} posts={part(after)} onGo={onGo} />
      </div>
      {hasMore && (
        <Button size="sm" variant="quiet" className="-ms-3 text-pond" onClick={() => setWhole(true)}>
          {t('all', { count })}
          <ChevronDown size={16} strokeWidth={1.75} />
        </Button>
      )}
      {isLimited && <p className="pt-1 text-13 text-ink-soft">{t('most', { count: MAX_RESULTS })}</p>}
    </section>
  )
}

function Side({ title, posts, onGo }: { title: string; posts: readonly FoundPost[]; onGo: (date: string) => void }) {
  const dates = useDates()
  if (posts.length === 0) return null
  const days = Map.groupBy(posts, ({ date }) => date)
  return (
    <div className="min-w-0">
      <h3 className="pt-1 text-13 font-text text-ink-soft">{title}</h3>
      <ul className="divide-y divide-line">
        {[...days].map(([date, [first, ...others]]) => (
          <li key={date} className="py-1 sm:grid sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-2 sm:py-0">
            <span className="pt-1.5 text-13 max-sm:block max-sm:font-strong sm:py-3 lg:py-2">
              {first && dates.date(first.at)}
            </span>
            <ul>
              {[first, ...others].map(
                (other) => other && <FoundRow key={other.post.id} {...other} onGo={() => onGo(date)} />,
              )}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

function FoundRow({ post, at, onGo }: FoundPost & { onGo: () => void }) {
  const t = useTranslations('calendar')
  const dates = useDates()
  const opening = openingLine(post.content, OPENING_LENGTH)
  const name = t('postAt', {
    platform: isolate(rulesOf(post.platform).name),
    time: dates.time(at),
    opening: isolate(opening),
  })
  return (
    <li>
      <button
        type="button"
        aria-label={t('elsewhere.go', { day: dates.date(at), post: name })}
        onClick={onGo}
        className="flex min-h-11 w-full items-center gap-2 rounded-control text-start text-14 hover:bg-sunk max-sm:-mx-2 max-sm:w-[calc(100%+16px)] px-2 lg:min-h-9"
      >
        <PlatformBadge platform={post.platform} />
        <time dateTime={at.toISOString()} className="shrink-0 text-13 tabular-nums">
          {dates.time(at)}
        </time>
        <span dir={textDirection(opening)} className="min-w-0 flex-1 truncate">
          {opening}
        </span>
        <StateIcon state={stateOf(post)} />
      </button>
    </li>
  )
}
