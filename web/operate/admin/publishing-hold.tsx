import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { PublishingState } from '#core/operate/publishing-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { useSavedChoice } from '../../lib/use-saved-choice.ts'
import { toast } from '../../lib/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { History } from '../../ui/icons.ts'
import { useAdminAction } from './use-admin-action.ts'

const STRIP = 'mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-lily-wash px-4 py-2.5'
const PATHS = ['/api/admin/publishing', '/api/user', '/api/admin/queue']

/**
 * Asks whether to resume publishing after the data was restored or copied. Afterwards, links to the posts that may
 * already be live.
 * @param isListed whether the open section lists these posts
 */
export function PublishingHold({ isListed }: { isListed: boolean }) {
  const { data } = useQuery({ ...reading('GET /api/admin/publishing'), refetchOnMount: 'always' })
  if (data?.isHeld) return <HoldQuestion state={data} />
  if (data && data.waiting.length > 0 && !isListed) return <WaitingPosts waiting={data.waiting} />
  return null
}

function HoldQuestion({ state: { heldSince, reason, lastSignOfLife, due } }: { state: PublishingState }) {
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
  const [isKnownCopy, setIsKnownCopy] = useSavedChoice(`frogy.known-copy.${heldSince}`)
  const count = due.reduce((sum, { posts }) => sum + posts, 0)
  const networks = format.list(due.map(({ platform }) => rulesOf(platform).name))
  if (isCopy && isKnownCopy)
    return (
      <section aria-labelledby="hold" className={STRIP}>
        <h2 id="hold" className="min-w-0 flex-1 text-14 font-strong">
          {t('held')}
        </h2>
        <Button size="sm" isPending={releasing.isPending} onClick={() => releasing.mutate()}>
          {t('releaseHeld')}
        </Button>
      </section>
    )
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
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="primary" isPending={releasing.isPending} onClick={() => releasing.mutate()}>
          {t(isCopy ? 'release' : 'releaseHeld')}
        </Button>
        {isCopy && <Button onClick={() => setIsKnownCopy(true)}>{t('isCopy')}</Button>}
      </div>
    </section>
  )
}

function WaitingPosts({ waiting }: Pick<PublishingState, 'waiting'>) {
  const t = useTranslations('admin.hold.waiting')
  const count = waiting.reduce((sum, { posts }) => sum + posts, 0)
  return (
    <section aria-labelledby="waiting" className={STRIP}>
      <History size={20} strokeWidth={1.75} className="shrink-0" />
      <h2 id="waiting" className="min-w-0 flex-1 basis-60 text-14 font-strong">
        {t('title', { count })}
      </h2>
      <Link href="/admin/backups" className={buttonClass({ variant: 'primary', size: 'sm' }, 'max-sm:w-full')}>
        {t('check', { count })}
      </Link>
    </section>
  )
}
