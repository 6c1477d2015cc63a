import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { PublishingState } from '#core/operate/publishing-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

const PATHS = ['/api/admin/publishing', '/api/user', '/api/admin/queue']

/**
 * After a restore or copy, asks whether to continue publishing. Then lists the posts whose networks cannot tell
 * whether they are live.
 */
export function PublishingHold() {
  const { data } = useQuery({ ...reading('GET /api/admin/publishing'), refetchOnMount: 'always' })
  if (data?.isHeld) return <HoldQuestion state={data} />
  if (data && data.waiting.length > 0) return <WaitingPosts waiting={data.waiting} />
  return null
}

function HoldQuestion({ state: { reason, lastSignOfLife, due } }: { state: PublishingState }) {
  const t = useTranslations('admin.hold')
  const format = useFormatter()
  const { dayAndTime } = useDates()
  const releasing = useAdminAction(
    async () => {
      await call('POST /api/admin/publishing/release')
      toast({ title: t('released') })
    },
    ...PATHS,
  )
  const isCopy = reason === 'copy'
  const count = due.reduce((sum, { posts }) => sum + posts, 0)
  const networks = format.list(due.map(({ platform }) => rulesOf(platform).name))
  return (
    <section aria-labelledby="hold" className="mt-5 rounded-card bg-lily-wash p-5">
      <h2 id="hold" className="title text-20">
        {t(isCopy ? 'question' : 'held')}
      </h2>
      <p className="mt-1.5 max-w-measure text-14">{t(isCopy ? 'copy' : 'environment')}</p>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="text-13 text-ink-soft">{t('lastActivity')}</dt>
          <dd className="text-16 font-strong">
            <time dateTime={lastSignOfLife}>{dayAndTime(new Date(lastSignOfLife))}</time>
          </dd>
        </div>
        <div>
          <dt className="text-13 text-ink-soft">{t('dueSince')}</dt>
          <dd className="text-16 font-strong">{count > 0 ? t('duePosts', { count, networks }) : t('nothingDue')}</dd>
        </div>
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" isPending={releasing.isPending} onClick={() => releasing.mutate()}>
          {t(isCopy ? 'release' : 'releaseHeld')}
        </Button>
        {isCopy && <p className="text-13 text-ink-soft">{t('otherwise')}</p>}
      </div>
    </section>
  )
}

function WaitingPosts({ waiting }: Pick<PublishingState, 'waiting'>) {
  const t = useTranslations('admin.hold.waiting')
  const [isConfirming, setIsConfirming] = useState(false)
  const answering = useAdminAction(
    async (outcome: 'live' | 'not_live') => {
      const { resolved } = await call('POST /api/admin/publishing/resolve', { body: { outcome } })
      toast({ title: t('answered', { count: resolved }) })
    },
    ...PATHS,
  )
  const count = waiting.reduce((sum, { posts }) => sum + posts, 0)
  const answer = (outcome: 'live' | 'not_live') => {
    setIsConfirming(false)
    answering.mutate(outcome)
  }
  return (
    <section aria-labelledby="waiting" className="mt-5 rounded-card bg-lily-wash p-5">
      <h2 id="waiting" className="title text-20">
        {t('title', { count })}
      </h2>
      <p className="mt-1.5 max-w-measure text-14">{t('text')}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line text-14">
        {waiting.map(({ author, posts }) => (
          <li key={author.id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
            <bdi className="min-w-0 truncate font-strong">{author.name}</bdi>
            <span className="text-ink-soft">{t('posts', { count: posts })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          isPending={answering.isPending && answering.variables === 'live'}
          disabled={answering.isPending}
          onClick={() => answer('live')}
        >
          {t('live')}
        </Button>
        <Button
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
