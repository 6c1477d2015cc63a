import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { connectedPlatforms } from '../accounts/account-state.ts'
import { connectPath } from '../accounts/connect-path.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { mayAddPosts, mayAs, maySchedule } from '../lib/role.ts'
import { DRAFTS_PATH } from '../lib/saved-drafts.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { ImportButton } from '../planning/import/import-button.tsx'
import { ownName } from '../posts/author.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { CalendarPlus, ChevronRight, PenLine } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { FirstMinuteGrid, FirstSteps } from './first-steps.tsx'

/** The maximum number of connectable networks to name. */
const NAMED_COUNT = 2

/** The dashboard of a new user, until the first post is scheduled or published: three steps, and the draft. */
export function FirstMinute({
  accounts,
  onImport,
}: {
  accounts: readonly SocialAccount[] | undefined
  /** Reports whether the import dialog is open. */
  onImport: (isOpen: boolean) => void
}) {
  const t = useTranslations('dashboard')
  const now = useNow()
  const drafts = useQuery(reading('GET /api/posts', { query: { status: 'draft' } }))
  const [draft, ...others] = drafts.data ?? []
  const connected = connectedPlatforms(accounts ?? [], now)
  return (
    <FirstMinuteGrid>
      <div>
        <FirstSteps
          done={[...(draft ? (['draft'] as const) : []), ...(connected.length > 0 ? (['network'] as const) : [])]}
        />
        <div className="mt-6 flex flex-wrap gap-2 max-lg:hidden">
          {draft && (
            <Link href="/create" className={buttonClass({})}>
              <PenLine size={18} strokeWidth={1.75} />
              {t('actions.generate')}
            </Link>
          )}
          {draft && (
            <Link href="/schedule" className={buttonClass({})}>
              <CalendarPlus size={18} strokeWidth={1.75} />
              {t('actions.schedule')}
            </Link>
          )}
          {connected.length > 0 && mayAddPosts() && <ImportButton onToggle={onImport} />}
        </div>
      </div>
      <div className="relative max-lg:mt-8">
        <Frog expression="happy" size="lg" className="absolute -top-[86px] end-9 z-1" />
        {draft ? <Draft draft={draft} others={others.length} /> : <NoDraft />}
      </div>
      {(connected.length > 0 || mayAs('owner')) && (
        <div className="border-t-2 border-lily pt-3">
          {connected.length === 0 ? (
            <Connect first={draft?.platform} isReady={draft !== undefined} />
          ) : (
            <Connected platforms={connected} hasDraft={draft !== undefined && maySchedule(draft.platform)} />
          )}
        </div>
      )}
    </FirstMinuteGrid>
  )
}

function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-card border border-line bg-surface px-4 py-4 md:px-4.5">{children}</div>
}

function Draft({ draft, others }: { draft: Post; others: number }) {
  const t = useTranslations('dashboard.first')
  const { user } = useUser()
  const name = ownName(user)
  return (
    <>
      <Card>
        <article aria-label={t('draft')} dir={textDirection(draft.content)}>
          <div className="flex items-center gap-2.5">
            <Avatar name={name} imageUrl={user?.profileImageUrl ?? null} size={44} />
            <div className="min-w-0">
              <p className="truncate text-14 font-strong">
                <bdi>{name}</bdi>
              </p>
              <p className="flex items-center gap-1.5 text-13 text-ink-soft">
                <PlatformBadge platform={draft.platform} size={16} />
                <bdi>{t('draft')}</bdi>
              </p>
            </div>
          </div>
          <p className="mt-3 line-clamp-[9] text-16 break-words whitespace-pre-wrap">{draft.content}</p>
        </article>
      </Card>
      <Link
        href={DRAFTS_PATH}
        className="mt-1 inline-flex min-h-11 items-center text-14 font-strong text-pond underline-offset-4 hover:underline"
      >
        {others > 0 ? t('openAll', { count: others + 1 }) : t('open')}
      </Link>
    </>
  )
}

function NoDraft() {
  const t = useTranslations('dashboard')
  return (
    <Card>
      <p className="text-20 title">{t('first.begin')}</p>
      <p className="mt-1 text-16 text-ink-soft">{t('first.beginText')}</p>
      <Link href="/create" className={buttonClass({ variant: 'primary' }, 'mt-5 max-sm:w-full')}>
        <PenLine size={18} strokeWidth={1.75} />
        {t('actions.generate')}
      </Link>
    </Card>
  )
}

function Connect({ first, isReady }: { first: Platform | undefined; isReady: boolean }) {
  const t = useTranslations('dashboard.first')
  const states = useQuery(reading('GET /api/platforms')).data
  const isOffered = (platform: Platform) =>
    states?.find((state) => state.platform === platform)?.available ?? states === undefined
  const offered = PLATFORMS.filter(isOffered).toSorted((a, b) => Number(b === first) - Number(a === first))
  const more = offered.slice(NAMED_COUNT)
  return (
    <>
      <h2 className="text-16 font-strong">{t(isReady ? 'where' : 'whereLater')}</h2>
      <ul className="mt-3 space-y-2">
        {offered.slice(0, NAMED_COUNT).map((platform) => (
          <li key={platform}>
            <a
              href={connectPath(platform)}
              className="flex min-h-14 items-center gap-3 rounded-card border border-line-strong bg-surface px-2 text-14 font-strong transition-colors duration-(--fast) hover:bg-sunk"
            >
              <PlatformBadge platform={platform} size={40} />
              <span className="min-w-0 flex-1">{t('connect', { platform: isolate(rulesOf(platform).name) })}</span>
              <ChevronRight size={18} strokeWidth={1.75} className="points me-1 shrink-0" />
            </a>
          </li>
        ))}
      </ul>
      <Link
        href="/social-accounts"
        className="mt-1 flex min-h-11 flex-wrap items-center gap-x-1.5 text-14 font-strong text-pond underline-offset-4 hover:underline"
      >
        {more.map((platform) => (
          <PlatformBadge key={platform} platform={platform} />
        ))}
        <span className="ms-1 whitespace-nowrap">{t('showAll', { count: PLATFORMS.length })}</span>
      </Link>
    </>
  )
}

function Connected({ platforms, hasDraft }: { platforms: readonly Platform[]; hasDraft: boolean }) {
  const t = useTranslations('dashboard')
  return (
    <>
      <h2 className="text-16 font-strong">{t('first.connected')}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {platforms.map((platform) => (
          <li key={platform}>
            <PlatformBadge platform={platform} size={40} />
            <span className="sr-only">{rulesOf(platform).name}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-3">
        {hasDraft && (
          <Link href={DRAFTS_PATH} className={buttonClass({ variant: 'primary' })}>
            <CalendarPlus size={18} strokeWidth={1.75} />
            {t('first.pickTime')}
          </Link>
        )}
        {mayAs('owner') && (
          <Link
            href="/social-accounts"
            className="flex min-h-11 items-center text-14 font-strong text-pond underline-offset-4 hover:underline"
          >
            {t('actions.connect')}
          </Link>
        )}
      </div>
    </>
  )
}
