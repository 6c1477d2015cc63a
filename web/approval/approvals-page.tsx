import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ReviewedPost } from '#core/approval/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { useIsWide } from '../lib/is-wide.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ArrowLeft } from '../ui/icons.ts'
import { LilyPad } from '../ui/lily-pad.tsx'
import { NotLoaded } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { UnsentFields } from '../review/unsent.tsx'
import { Decision } from './decision.tsx'
import { ReviewedPostView } from './reviewed-post-view.tsx'

/** The posts of a workspace that wait for approval, earliest scheduled time first, and the posts that were returned. */
export default function ApprovalsPage() {
  const t = useTranslations('approval')
  const query = useQuery({ ...reading('GET /api/approvals'), refetchOnMount: 'always' })
  const all = query.data ?? []
  const isWide = useIsWide()
  const [chosenId, choose] = useState<string>()
  const [approvedId, setApprovedId] = useState<string>()
  usePageTitle(t('title'))
  const chosen = all.find(({ post }) => post.id === chosenId)
  const isGone = query.data !== undefined && chosenId !== undefined && !chosen
  // Keep the same post open while the list changes, so that a key or click never decides about a post that just
  // appeared.
  const next = isWide ? all[0]?.post.id : undefined
  if (isGone && chosenId === approvedId) {
    choose(next)
    setApprovedId(undefined)
  } else if (chosenId === undefined && next !== undefined) choose(next)
  const waiting = all.filter(({ state }) => state === 'waiting')
  const place = chosen ? waiting.indexOf(chosen) : -1
  return (
    <div
      className={classNames(
        'column grid gap-x-11 gap-y-5 pt-6 md:grid-cols-[minmax(0,20.5rem)_minmax(0,1fr)] lg:pt-8',
        // The bar with the decision is at the foot of the window, below short posts too.
        chosen
          ? 'min-h-[calc(100dvh-var(--stuck)-var(--bottom-nav)-env(safe-area-inset-bottom))] lg:min-h-[calc(100dvh-var(--stuck))] low:min-h-0'
          : 'pb-6 lg:pb-8',
      )}
    >
      <div className={classNames((chosen ?? isGone) && 'max-md:hidden')}>
        <div className="flex items-center justify-between gap-3">
          <h1 className="title text-20">{t('title')}</h1>
          {waiting.length > 0 && <Count count={waiting.length} />}
        </div>
        <NotLoaded query={query} title={t('notLoaded')} skeleton="mt-5 h-48" />
        {query.data?.length === 0 && <p className="mt-4 text-14 text-ink-soft">{t('empty')}</p>}
        <ul className="mt-4 divide-y divide-line">
          {all.map((one) => (
            <li key={one.post.id}>
              <Row reviewed={one} isChosen={one === chosen} onChoose={() => choose(one.post.id)} />
            </li>
          ))}
        </ul>
      </div>
      {(chosen ?? isGone) && (
        <div className="flex min-w-0 flex-col">
          <div className="mb-3 flex items-center gap-2 md:hidden">
            <IconButton label={t('back')} onClick={() => choose(undefined)}>
              <ArrowLeft size={20} strokeWidth={1.75} className="points" />
            </IconButton>
            <span className="text-16 font-strong">{t('title')}</span>
            {place >= 0 && (
              <span className="text-14 text-ink-soft">{t('place', { place: place + 1, count: waiting.length })}</span>
            )}
          </div>
          {isGone && (
            <section aria-live="polite">
              <h2 className="text-16 font-strong">{t('gone')}</h2>
              <UnsentFields />
            </section>
          )}
          {chosen && (
            <>
              <ReviewedPostView key={`${chosen.post.id} ${chosen.post.revision}`} reviewed={chosen} />
              <Decision
                key={chosen.post.id}
                reviewed={chosen}
                onApproving={(isApproving) => setApprovedId(isApproving ? chosen.post.id : undefined)}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Count({ count }: { count: number }) {
  const format = useFormatter()
  return (
    <span className="inline-grid place-items-center *:col-start-1 *:row-start-1">
      <LilyPad tone="lily" size={28} isLabelled />
      <span className="z-1 text-13 font-strong tabular-nums dark:text-on-pond">{format.number(count)}</span>
    </span>
  )
}

function Row({ reviewed, isChosen, onChoose }: { reviewed: ReviewedPost; isChosen: boolean; onChoose: () => void }) {
  const t = useTranslations('approval')
  const { post, state, reviews } = reviewed
  const { dayAndTime } = useDates()
  const at = post.scheduledAt ?? post.plannedAt
  const asker = reviews.findLast(({ act }) => act === 'asked')?.actor
  return (
    <button
      type="button"
      aria-current={isChosen}
      onClick={onChoose}
      className="flex w-full items-start gap-3 rounded-control px-3 py-3 text-start hover:bg-sunk aria-[current=true]:bg-pond-wash"
    >
      <PlatformBadge platform={post.platform} size={24} />
      <span className="sr-only">{rulesOf(post.platform).name}</span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-14 font-strong">{post.content}</bdi>
        <span className="block text-13 text-ink-soft">
          <bdi>{asker ?? t('someone')}</bdi>
          {at && ` · ${dayAndTime(new Date(at))}`}
        </span>
        {state === 'returned' && <span className="text-13 text-lily-ink">{t('returned')}</span>}
        {post.status === 'missed' && <span className="text-13 text-coral">{t('missed')}</span>}
      </span>
    </button>
  )
}
