import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { QueuedPost } from '#core/operate/admin-contract.ts'
import { QUEUE_GROUPS, type QueueGroup } from '#core/operate/admin-lists.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { RESOLVED_BY_AUTHOR } from '#core/publishing/failure.ts'
import type { FailedJob } from '#core/operate/jobs-contract.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ColumnHead, LogTools, PagedList, SortButton } from './list-parts.tsx'
import { useAdminAction } from './use-admin-action.ts'
import { usePagedLog } from './use-paged-list.ts'

/** Interval for reading the queue. Workers report their state at the same interval. */
const POLL_MS = 5_000
const PATHS = ['/api/admin/queue', '/api/admin/jobs']

const COLUMNS = 'lg:grid lg:grid-cols-[28px_190px_minmax(0,1fr)_190px_150px] lg:gap-x-3'

export default function Queue() {
  const t = useTranslations('admin')
  const format = useFormatter()
  const [group, setGroup] = useState<QueueGroup>('needing')
  const state = useQuery({ ...reading('GET /api/admin/queue'), refetchInterval: POLL_MS })
  const log = usePagedLog('GET /api/admin/queue/posts', { group }, ({ posts }) => posts, POLL_MS)

  return (
    <section aria-label={t('section.queue')}>
      {state.error ? (
        <LoadFailed error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <Figures state={state.data} />
      )}
      <h2 className="mt-6 text-14 font-strong">{t('queue.posts')}</h2>
      <p className="mt-0.5 max-w-measure text-13 text-ink-soft">{t('queue.noTexts')}</p>
      <div className="mt-2">
        <LogTools log={log} search={t('users.search')} time={t('queue.time')} hasHeads>
          <div className="w-full whitespace-nowrap sm:w-auto sm:[&_label]:px-3">
            <Segmented
              label={t('queue.group')}
              isLabelHidden
              value={group}
              options={QUEUE_GROUPS.map((value) => ({
                value,
                label: state.data?.groups[value]
                  ? t(`queue.groups.${value}`, { count: format.number(state.data.groups[value]) })
                  : t(`queue.names.${value}`),
              }))}
              onChange={setGroup}
            />
          </div>
        </LogTools>
      </div>
      <div className={classNames('mt-3 hidden items-center pb-1', COLUMNS)}>
        <span />
        <ColumnHead>{t('queue.author')}</ColumnHead>
        <ColumnHead>{t('connections.event')}</ColumnHead>
        <SortButton label={t('queue.time')} order={log.order} onPress={log.turn} />
      </div>
      <div className="mt-3 lg:mt-0">
        <PagedList
          pages={{ ...log, rows: groupsByCause(log.rows), shown: log.rows.length }}
          empty={t(`queue.none.${group}`)}
          notLoaded={t('queue.notLoaded')}
        >
          {(posts) => <CauseRow key={posts[0].id} posts={posts} />}
        </PagedList>
      </div>
      <FailedJobs />
    </section>
  )
}

function Figures({ state }: { state: Awaited<ReturnType<typeof read>> | undefined }) {
  const t = useTranslations('admin.queue')
  const format = useFormatter()
  const isHeld = useQuery(reading('GET /api/admin/publishing')).data?.isHeld ?? false
  if (!state) return <Skeleton className="h-14 w-full max-w-160" />
  const [worker] = state.workers
  const seconds = (ms: number) => format.number(ms / 1_000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 })
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:*:first:col-span-2 sm:flex sm:flex-wrap sm:gap-x-10">
      <Figure label={t('worker')} tone={!state.isServed ? 'act' : isHeld ? 'held' : 'live'}>
        {worker && state.isServed
          ? isHeld
            ? t('onHold')
            : t('alive', { seconds: Math.round(worker.silentMs / 1_000), count: state.workers.length })
          : t('dead')}
      </Figure>
      <Figure label={t('due')}>{t('count', { count: state.groups.due })}</Figure>
      <Figure label={t('overdue')} isBad={state.overdue > 0}>
        {t('count', { count: state.overdue })}
      </Figure>
      <Figure label={t('lateness')}>
        {state.lastLatenessMs === null
          ? '–'
          : state.lastLatenessMs < 1_000
            ? t('onTime')
            : t('seconds', { seconds: seconds(state.lastLatenessMs) })}
      </Figure>
      <Figure label={t('needing')} isBad={state.groups.needing > 0}>
        {t('count', { count: state.groups.needing })}
      </Figure>
    </dl>
  )
}
const read = () => call('GET /api/admin/queue')

type FigureProps = { label: string; tone?: 'live' | 'held' | 'act'; isBad?: boolean; children: ReactNode }

function Figure({ label, tone, isBad = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-13 text-ink-soft">{label}</dt>
      <dd className={classNames('flex items-center gap-2 text-20 title', (isBad || tone === 'act') && 'text-coral')}>
        {tone === 'live' && <span aria-hidden="true" className="size-2 rounded-pill bg-pond" />}
        {tone === 'held' && (
          <span aria-hidden="true" className="size-2.5 rounded-pill border border-lily-ink bg-lily" />
        )}
        {children}
      </dd>
    </div>
  )
}

const TONE: Partial<Record<QueuedPost['status'], string>> = {
  failed: 'text-coral',
  missed: 'text-coral',
  unconfirmed: 'text-lily-ink',
}

function CauseRow({ posts }: { posts: CauseGroup }) {
  const t = useTranslations('admin.queue')
  const format = useFormatter()
  const { dayAndTime } = useDates()
  const [{ platform, status, failure }] = posts
  const retryable = posts.filter(isRetryable)
  const retrying = useAdminAction(
    async () => {
      // Use `allSettled`, because another administrator may already have retried one of the posts.
      const done = await Promise.allSettled(
        retryable.map(({ id }) => call('POST /api/admin/queue/posts/{id}/retry', { params: { id } })),
      )
      const failed = done.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      toast({ title: t('retried') })
    },
    ...PATHS,
  )
  const names = [...new Set(posts.map(({ author }) => author.name))]
  const isPostponed = status === 'scheduled' && failure !== null
  const times = posts.flatMap((post) => (isPostponed ? post.nextStepAt : post.scheduledAt) ?? []).toSorted()
  const attempts = Math.max(...posts.map((post) => post.attempts))
  return (
    <li
      className={classNames(
        'grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5 text-14 lg:min-h-13',
        COLUMNS,
      )}
    >
      <PlatformBadge platform={platform} size={20} />
      {/* `relative` keeps the hidden text for screen readers inside this paragraph. */}
      <p className="relative line-clamp-2 font-strong wrap-anywhere">
        {names.length > 2
          ? t('authors', { name: isolate(names[0] ?? ''), count: names.length - 1 })
          : format.list(names.map((name) => <bdi key={name}>{name}</bdi>))}
        <span className="sr-only">, {rulesOf(platform).name}</span>
      </p>
      <p className="max-lg:order-last max-lg:col-span-3">
        <strong className={classNames('font-strong', TONE[status])}>{t(`status.${status}`)}</strong>
        {failure && <span> {failure.message}</span>}
        {posts.length > 1 && <span className="text-ink-soft"> {t('count', { count: posts.length })}.</span>}
        {posts.length === 1 && attempts > 1 && (
          <span className="text-ink-soft"> {t('attempts', { count: attempts })}</span>
        )}
      </p>
      <p className="text-13 text-ink-soft max-lg:order-last max-lg:col-span-3">
        {times[0] && (
          <time dateTime={times[0]}>
            {isPostponed ? t('again', { time: dayAndTime(new Date(times[0])) }) : dayAndTime(new Date(times[0]))}
          </time>
        )}
      </p>
      <div className="justify-self-end text-end">
        {retryable.length > 0 ? (
          <Button
            size="sm"
            isPending={retrying.isPending}
            aria-label={t('retryWhose', { count: retryable.length, name: isolate(format.list(names)) })}
            onClick={() => retrying.mutate()}
          >
            {t('retry')}
          </Button>
        ) : (
          needsAuthor(posts[0]) && (
            <span className="text-13 text-ink-soft">{t('waitsForAuthor', { count: names.length })}</span>
          )
        )}
      </div>
    </li>
  )
}

type CauseGroup = [QueuedPost, ...QueuedPost[]]

/** Groups posts with the same network, state and cause of failure, in the order of each group's first post. */
function groupsByCause(posts: readonly QueuedPost[]): CauseGroup[] {
  const groups = new Map<string, CauseGroup>()
  for (const post of posts) {
    // Posts that have not failed are not grouped, because each waits for its own time.
    const key = post.failure ? [post.platform, post.status, post.failure.code].join(' ') : post.id
    const group = groups.get(key)
    if (group) group.push(post)
    else groups.set(key, [post])
  }
  return [...groups.values()]
}

const needsAuthor = ({ status, failure }: QueuedPost): boolean =>
  status === 'missed' || status === 'unconfirmed' || (failure !== null && RESOLVED_BY_AUTHOR.has(failure.code))
const isRetryable = (post: QueuedPost): boolean => post.canRetry && !needsAuthor(post)

function FailedJobs() {
  const t = useTranslations('admin.queue')
  const log = usePagedLog('GET /api/admin/jobs', {}, ({ jobs }) => jobs, POLL_MS)
  return (
    <div className="mt-8">
      <h2 className="pb-2 text-14 font-strong">{t('jobs')}</h2>
      {(log.rows.length > 0 || log.search !== '') && (
        <div className="mb-3">
          <LogTools log={log} search={t('searchJobs')} time={t('time')} />
        </div>
      )}
      <PagedList pages={log} empty={t(log.search ? 'noSuchJobs' : 'noJobs')} notLoaded={t('jobsNotLoaded')}>
        {(job) => <JobRow key={job.id} job={job} />}
      </PagedList>
    </div>
  )
}

function JobRow({ job }: { job: FailedJob }) {
  const t = useTranslations('admin.queue')
  // A job of an older version may have a kind for which this version has no message.
  const kind = `kinds.${job.kind as 'send-mail'}` as const
  const isNamed = t.has(kind)
  const name = isNamed ? t(kind) : isolate(job.kind)
  const { dayAndTime } = useDates()
  const retrying = useAdminAction(
    async () => {
      await call('POST /api/admin/jobs/{id}/retry', { params: { id: job.id } })
      toast({ title: t('retried') })
    },
    ...PATHS,
    '/api/notifications',
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-14">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p className="font-strong" title={isNamed ? job.kind : undefined}>
          {name}
        </p>
        <p className="text-13 wrap-anywhere text-ink-soft">
          <code dir="ltr">{job.error}</code>
        </p>
      </div>
      <time dateTime={job.at} className="text-13 text-ink-soft max-md:flex-1">
        {dayAndTime(new Date(job.at))}
      </time>
      <Button
        size="sm"
        isPending={retrying.isPending}
        aria-label={t('retryJob', { kind: name })}
        onClick={() => retrying.mutate()}
      >
        {t('retry')}
      </Button>
    </li>
  )
}
