import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { HeldPost } from '#core/operate/publishing-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { ExternalLink, History } from '../../ui/icons.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { useAdminAction } from './use-admin-action.ts'

const PATHS = ['/api/admin/publishing', '/api/user', '/api/admin/queue', '/api/posts']
const FIRST_SHOWN = 3

type Outcome = 'live' | 'not_live'

/**
 * Lists posts that may already be live after a restore. Authors resolve their own posts; administrators can resolve
 * all.
 */
export function HeldPosts() {
  const t = useTranslations('admin.hold.waiting')
  const format = useFormatter()
  const { data } = useQuery({ ...reading('GET /api/admin/publishing'), refetchOnMount: 'always' })
  const [isAllShown, setIsAllShown] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const answering = useAdminAction(
    async (outcome: Outcome) => {
      const { resolved } = await call('POST /api/admin/publishing/resolve', { body: { outcome } })
      toast({ title: t('answered', { count: resolved }) })
    },
    ...PATHS,
  )
  if (!data || data.isHeld || data.waiting.length === 0) return null
  const count = data.waiting.reduce((sum, { posts }) => sum + posts, 0)
  const shown = isAllShown ? data.posts : data.posts.slice(0, FIRST_SHOWN)
  const answer = (outcome: Outcome) => {
    setIsConfirming(false)
    answering.mutate(outcome)
  }
  return (
    <section aria-labelledby="held">
      <div className="flex gap-3 rounded-control bg-lily-wash px-4 py-3 text-14">
        <History size={20} strokeWidth={1.75} className="shrink-0" />
        <p>
          <strong className="font-strong">{t('title', { count })}.</strong> {t('text')}
        </p>
      </div>
      <div className="mt-4 flex min-h-11 items-center justify-between gap-4">
        <h2 id="held" className="flex items-center gap-2 text-16 font-strong">
          {t('held')}
          <span className="relative inline-flex size-7 items-center justify-center text-13 font-strong text-ink dark:text-on-pond">
            <LilyPad tone="lily" size={28} isLabelled className="absolute inset-0" />
            <span className="relative">{format.number(count)}</span>
          </span>
        </h2>
        {data.posts.length > FIRST_SHOWN && !isAllShown && (
          <button
            type="button"
            onClick={() => setIsAllShown(true)}
            className="min-h-11 text-14 font-strong text-pond underline-offset-4 hover:underline"
          >
            {t('showAll', { count: data.posts.length })}
          </button>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((post) => (
          <Row key={post.id} post={post} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          size="sm"
          isPending={answering.isPending && answering.variables === 'live'}
          disabled={answering.isPending}
          onClick={() => answer('live')}
        >
          {t('live')}
        </Button>
        <Button
          size="sm"
          isPending={answering.isPending && answering.variables === 'not_live'}
          disabled={answering.isPending}
          onClick={() => setIsConfirming(true)}
        >
          {t('send')}
        </Button>
      </div>
      {isConfirming && (
        <Alert
          title={t('confirm', { count })}
          description={t('confirmText')}
          confirmLabel={t('send')}
          isDestructive
          onConfirm={() => answer('not_live')}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  )
}

function Row({ post: { id, platform, dueAt, author } }: { post: HeldPost }) {
  const t = useTranslations('admin.hold.waiting')
  const { user } = useUser()
  const dates = useDates()
  const { name, ownPostsUrl } = rulesOf(platform)
  const answering = useAdminAction(
    async (outcome: Outcome) => {
      await call('POST /api/posts/{id}/resolve', { params: { id }, body: { outcome } })
      toast({ title: t('answered', { count: 1 }) })
    },
    ...PATHS,
  )
  const at = new Date(dueAt)
  return (
    <li className="flex min-h-15 items-center gap-x-3 py-2 text-14 lg:min-h-13">
      <PlatformBadge platform={platform} size={22} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="sr-only">{name}, </span>
          <bdi className="font-strong">{author.name}</bdi>
          {author.id === user?.id && <span className="text-ink-soft"> {t('you')}</span>}
        </p>
        <time dateTime={dueAt} className="block text-13 text-ink-soft">
          {dates.dayAndTime(at)}
        </time>
      </div>
      {author.id === user?.id && (
        <>
          <div className="flex items-center gap-2 max-lg:hidden">
            {ownPostsUrl && (
              <a
                href={ownPostsUrl}
                target="_blank"
                rel="noreferrer"
                className="me-2 inline-flex items-center gap-1.5 font-strong text-pond underline-offset-4 hover:underline"
              >
                {t('look', { platform: isolate(name) })}
                <ExternalLink size={16} strokeWidth={1.75} className="points" />
              </a>
            )}
            {(['live', 'not_live'] as const).map((outcome) => (
              <Button
                key={outcome}
                size="sm"
                isPending={answering.isPending && answering.variables === outcome}
                disabled={answering.isPending}
                onClick={() => answering.mutate(outcome)}
              >
                {t(outcome === 'live' ? 'isLive' : 'sendIt')}
              </Button>
            ))}
          </div>
          <Link href={`/unconfirmed/${id}`} className={buttonClass({ size: 'sm' }, 'lg:hidden')}>
            {t('answer')}
          </Link>
        </>
      )}
    </li>
  )
}
