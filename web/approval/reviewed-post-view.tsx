import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ReviewedPost, SeenTexts } from '#core/approval/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Span } from '#core/platforms/web-addresses.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { useDates } from '../lib/dates.ts'
import { reading } from '../lib/queries.ts'
import { authorOf, ownName } from '../posts/author.ts'
import { ChangedOptions, PostOptionsList } from '../posts/editor/post-options-field.tsx'
import { CHANGE_LOOK, ChangedText, MarkedText } from '../posts/changed-text.tsx'
import { PostFrame } from '../posts/post-frame.tsx'
import { POST_TEXT } from '../posts/preview-text.tsx'
import { countChanges, wordChanges, type Change } from '../posts/word-changes.ts'
import { useUser } from '../lib/session.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ClaimedText } from './claimed-text.tsx'
import { DoubtfulClaims, placesIn, useDoubtfulClaims } from './doubtful-claims.tsx'

/** A post in review: what changed since the last decision, and its history. */
export function ReviewedPostView({ reviewed }: { reviewed: ReviewedPost }) {
  const t = useTranslations('approval')
  const locale = useLocale()
  const { dayAndTime } = useDates()
  const { post, now, seen } = reviewed
  const [shown, show] = useState<'changes' | 'final'>(seen ? 'changes' : 'final')
  const { user } = useUser()
  const { data: accounts = [] } = useQuery(reading('GET /api/social-accounts'))
  const account = accounts.find(({ id }) => id === post.accountId) ?? null
  const author = authorOf(account, ownName(user))
  const { data: images = [] } = useQuery({
    ...reading('GET /api/images', { query: { ids: post.media.images.join(',') } }),
    enabled: post.media.images.length > 0,
  })
  const texts = textsOf(now)
  const claims = useDoubtfulClaims(post, texts)
  const doubtful = placesIn(texts, claims)
  const compared = seen && texts.map((text, at) => wordChanges(textsOf(seen)[at] ?? '', text, locale))
  const oldOptions = seen?.options
  const changedOptions = oldOptions === undefined ? 0 : countChangedOptions(oldOptions, now.options ?? null)
  const count = compared?.reduce((sum, changes) => sum + countChanges(changes), changedOptions) ?? 0
  const at = post.scheduledAt ?? post.plannedAt
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-14 font-strong">
          <PlatformBadge platform={post.platform} size={24} />
          {rulesOf(post.platform).name}
        </p>
        {seen && (
          <div className="w-64">
            <Segmented
              label={t('shown')}
              isLabelHidden
              value={shown}
              options={[
                { value: 'changes', label: t('changes', { count }) },
                { value: 'final', label: t('final') },
              ]}
              onChange={show}
            />
          </div>
        )}
      </div>
      <div className="mb-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_13.75rem]">
        <PostFrame
          key={shown}
          platform={post.platform}
          author={author}
          when={at ? dayAndTime(new Date(at)) : undefined}
          images={images}
          warning={now.options?.contentWarning}
          isUnfolded={shown === 'changes'}
          direction={textDirection(now.text)}
        >
          {compared && shown === 'changes' ? (
            <Texts texts={texts} changes={compared} doubtful={doubtful} />
          ) : (
            <>
              <ClaimedText platform={post.platform} text={now.text} doubtful={doubtful[0] ?? []} />
              <Further texts={texts} doubtful={doubtful} />
            </>
          )}
        </PostFrame>
        <History
          reviewed={reviewed}
          claims={claims}
          options={
            oldOptions !== undefined && changedOptions > 0 && shown === 'changes' ? (
              <ChangedOptions
                before={oldOptions ?? {}}
                now={now.options ?? {}}
                usual={account?.defaultVisibility ?? 'public'}
                look={CHANGE_LOOK}
                labels={{ removed: t('removed'), added: t('added') }}
              />
            ) : (
              post.options && <PostOptionsList options={post.options} />
            )
          }
        />
      </div>
    </>
  )
}

function countChangedOptions(before: PostOptions | null, now: PostOptions | null): number {
  const all = { ...before, ...now }
  return Object.keys(all).filter((name) => {
    const option = name as keyof PostOptions
    return before?.[option] !== now?.[option]
  }).length
}

/** All texts of a post in the order of publication. */
const textsOf = ({ text, parts, firstComment }: SeenTexts): string[] => [
  text,
  ...parts,
  ...(firstComment === null ? [] : [firstComment]),
]

interface TextsProps {
  texts: readonly string[]
  /** The places in each text that the source of the post does not contain. */
  doubtful: readonly Span[][]
}

function Texts({ texts, changes, doubtful }: TextsProps & { changes: readonly Change[][] }) {
  const t = useTranslations('approval')
  const labels = { removed: t('removed'), added: t('added') }
  return texts.map((text, at) => (
    <div key={at} className="border-line not-first:mt-3 not-first:border-t not-first:pt-3">
      <ChangedText now={text} changes={changes[at] ?? []} labels={labels} doubtful={doubtful[at] ?? []} />
    </div>
  ))
}

/** The further parts of a thread and the first comment. */
function Further({ texts, doubtful }: TextsProps) {
  return texts.slice(1).map((text, at) => (
    <div key={at} dir={textDirection(text)} className={`${POST_TEXT} mt-3 border-t border-line pt-3`}>
      <MarkedText text={text} start={0} doubtful={doubtful[at + 1] ?? []} />
    </div>
  ))
}

interface HistoryProps {
  reviewed: ReviewedPost
  claims: readonly Claim[]
  options: ReactNode
}

function History({ reviewed: { post, reviews }, claims, options }: HistoryProps) {
  const t = useTranslations('approval')
  const { dayAndTime } = useDates()
  const asked = reviews.findLast(({ act }) => act === 'asked')
  const isAgain = reviews.filter(({ act }) => act === 'asked').length > 1
  const noted = reviews.findLast(({ note }) => note !== '')
  const at = post.scheduledAt ?? post.plannedAt
  return (
    <dl className="divide-y divide-line text-14 [&>div]:py-3 [&>div:first-child]:pt-0">
      {asked && (
        <div>
          <dt className="font-strong">
            <bdi>{asked.actor ?? t('someone')}</bdi>
          </dt>
          <dd className="text-13 text-ink-soft">
            {t('sent', { again: String(isAgain), when: dayAndTime(new Date(asked.at)) })}
          </dd>
        </div>
      )}
      <DoubtfulClaims claims={claims} />
      {noted && (
        <div>
          <dt className="text-13 text-ink-soft">
            {t('noteOf', {
              own: String(noted.isOwn),
              who: noted.actor ?? t('someone'),
              when: dayAndTime(new Date(noted.at)),
            })}
          </dt>
          <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {noted.note}
          </dd>
        </div>
      )}
      {options && (
        <div>
          <dt className="text-13 text-ink-soft">{t('options')}</dt>
          <dd>{options}</dd>
        </div>
      )}
      {at && (
        <div>
          <dt className="text-13 text-ink-soft">{t('time')}</dt>
          <dd className="font-strong">{dayAndTime(new Date(at))}</dd>
        </div>
      )}
    </dl>
  )
}
