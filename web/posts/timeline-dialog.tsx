import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post, TimelineMoment } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { MomentKind } from '#core/posts/timeline.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ExternalLink, Trash2 } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { ContinueThread } from './continue-thread.tsx'
import { mayChangePost } from './may-change-post.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TONES, type Tone } from '../ui/tones.ts'

interface TimelineDialogProps {
  post: Post
  onClose: () => void
  onRemove: () => void
  onChange: (kind: 'edit' | 'move') => void
}

/**
 * Shows the history of a post. Its times include seconds, so that the user can compare them with the times on the
 * network.
 */
export default function TimelineDialog({ post, onClose, onRemove, onChange }: TimelineDialogProps) {
  const t = useTranslations('posts.timeline')
  const posts = useTranslations('posts')
  const timeline = useQuery(reading('GET /api/posts/{id}/timeline', { params: { id: post.id } }))
  return (
    <Dialog title={t('way')} onClose={onClose}>
      <p className="flex items-start gap-2.5 border-b border-line pb-4">
        <PlatformBadge platform={post.platform} />
        <span className="sr-only">{rulesOf(post.platform).name}</span>
        <span dir={textDirection(post.content)} className="line-clamp-2 min-w-0 flex-1 text-14 break-words">
          {post.content}
        </span>
      </p>
      {timeline.error && <LoadFailed error={timeline.error} onRetry={() => void timeline.refetch()} />}
      {timeline.isPending && <TimelineSkeleton />}
      {timeline.data && <Timeline moments={timeline.data} post={post} />}
      {(post.status === 'failed' || post.status === 'missed') && mayChangePost(post) && (
        <DialogActions>
          <Button onClick={() => onChange('edit')}>{posts('edit')}</Button>
          <Button onClick={() => onChange('move')}>{posts('reschedule')}</Button>
        </DialogActions>
      )}
      {mayAs('editor') && <ContinueThread post={post} onDone={onClose} />}
      {post.status === 'published' && (
        <DialogActions>
          {mayChangePost(post) && (
            <Button variant="quiet" onClick={onRemove} className="md:me-auto md:-ms-3">
              <Trash2 size={18} strokeWidth={1.75} />
              {t('remove')}
            </Button>
          )}
          {post.permalink && (
            <a href={post.permalink} target="_blank" rel="noreferrer" className={buttonClass()}>
              {posts('view')}
              <ExternalLink size={15} strokeWidth={1.75} className="points" />
            </a>
          )}
        </DialogActions>
      )}
    </Dialog>
  )
}

function Timeline({ moments, post }: { moments: readonly TimelineMoment[]; post: Post }) {
  const t = useTranslations('posts.timeline')
  const dates = useDates()
  const attemptCount = new Set(moments.map(({ attempt }) => attempt).filter((attempt) => attempt !== null)).size
  return (
    <ol className="pt-4">
      {moments.map((moment, index) => {
        const before = moments[index - 1]
        const at = new Date(moment.at)
        const isNewDay = !before || dates.dayKey(new Date(before.at)) !== dates.dayKey(at)
        const next = moments[index + 1]
        // If an event repeats, only the last one shows its text.
        const isRepeated = next?.title === moment.title && next.attempt === moment.attempt
        const isNewAttempt = attemptCount > 1 && moment.attempt !== null && moment.attempt !== before?.attempt
        return (
          <li key={`${moment.at} ${moment.what} ${moment.attempt} ${moment.title}`}>
            {(isNewDay || isNewAttempt) && (
              <p
                className={classNames(
                  'flex flex-wrap gap-x-2 text-13 text-ink-soft',
                  index > 0 && 'ms-[5px] border-s-2 border-line ps-[19px] pt-1 pb-3',
                  index === 0 && 'pb-2.5',
                )}
              >
                {isNewDay && <span className="font-strong">{dates.fullDay(at)}</span>}
                {isNewAttempt && <span>{t('attempt', { number: moment.attempt ?? 0 })}</span>}
              </p>
            )}
            <MomentLine
              moment={isRepeated ? { ...moment, text: null } : moment}
              post={post}
              isLast={index === moments.length - 1}
            />
          </li>
        )
      })}
    </ol>
  )
}

function MomentLine({ moment, post, isLast }: { moment: TimelineMoment; post: Post; isLast: boolean }) {
  const t = useTranslations('posts.timeline')
  const dates = useDates()
  const at = new Date(moment.at)
  const tone = EVENT_TONES[moment.what] ?? 'quiet'
  const until = moment.until ? new Date(moment.until) : null
  return (
    <div className="relative grid grid-cols-[12px_1fr_auto] gap-x-3.5">
      {!isLast && <span aria-hidden="true" className="absolute start-[5px] top-2 bottom-[-8px] w-0.5 bg-line" />}
      <span
        aria-hidden="true"
        className={classNames(
          'relative mt-1 size-3 rounded-pill ring-4 ring-surface',
          moment.isAhead ? 'border-2 border-dashed border-line-strong bg-surface' : TONES[tone].dot,
        )}
      />
      <div className={classNames('min-w-0', isLast ? 'pb-1' : 'pb-4')}>
        <p
          className={classNames(
            'text-14 break-words',
            moment.isAhead && 'text-ink-soft',
            tone === 'look' && 'font-strong',
            (tone === 'act' || tone === 'live') && `font-strong ${TONES[tone].text}`,
          )}
        >
          {moment.isAhead && <span className="sr-only">{t('ahead')}: </span>}
          {moment.title}
        </p>
        {moment.text && <p className="mt-0.5 text-13 text-ink-soft">{moment.text}</p>}
        {moment.detail && (
          <div className="mt-1.5 rounded-control bg-sunk px-3 py-2 text-13">
            <p className="text-ink-soft">
              {moment.detailFrom === 'network'
                ? t('networkSaid', { platform: isolate(rulesOf(post.platform).name) })
                : t('technical')}
            </p>
            <p dir="auto" className="text-start break-words">
              {moment.detail}
            </p>
          </div>
        )}
        {until && (
          <p className="mt-1 text-13 text-lily-ink">
            {t('until', { day: dates.shortDay(until), time: dates.clock(until) })}
          </p>
        )}
      </div>
      <time dateTime={moment.at} className="pt-px text-13 text-ink-soft tabular-nums">
        {dates.clock(at)}
      </time>
    </div>
  )
}

const EVENT_TONES: Partial<Record<MomentKind, Tone>> = {
  accepted: 'live',
  found: 'live',
  owner_live: 'live',
  part_accepted: 'live',
  comment_accepted: 'live',
  part_stopped: 'act',
  comment_stopped: 'act',
  refused: 'act',
  missed: 'act',
  postponed: 'look',
  answer_lost: 'look',
  asked_owner: 'look',
}

function TimelineSkeleton() {
  return (
    <div className="space-y-4 pt-5">
      {['w-40', 'w-56', 'w-32', 'w-48'].map((width) => (
        <div key={width} className="flex items-center gap-3.5">
          <Skeleton className="size-3 rounded-pill" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
