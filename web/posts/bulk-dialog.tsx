import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { LANGUAGE_NAMES } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useDates } from '../lib/dates.ts'
import { reading } from '../lib/queries.ts'
import { useMessageText } from '../lib/error-message.ts'
import { maySchedule } from '../lib/role.ts'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ScheduleDialog } from './lazy-dialogs.ts'
import { mayChangePost } from './may-change-post.ts'
import { useBulkActions } from './use-bulk-actions.ts'

const LISTS = {
  scheduled: reading('GET /api/posts/scheduled'),
  drafts: reading('GET /api/posts', { query: { status: 'draft' } }),
}

export default function BulkDialog({ of, onClose }: { of: keyof typeof LISTS; onClose: () => void }) {
  const words = useTranslations('many')
  const t = useTranslations(`many.${of}`)
  const app = useTranslations('app')
  const { data, error, refetch } = useQuery(LISTS[of])
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [openDialog, setOpenDialog] = useState<'move' | 'delete' | null>(null)
  const { progress, unfinished, stop, move, schedule, remove } = useBulkActions(onClose)
  const say = useMessageText()
  const allowed = (data ?? []).filter((post) => (of === 'drafts' ? maySchedule(post.platform) : mayChangePost(post)))
  // Skips posts without text, because networks refuse them.
  const posts = allowed.filter(({ content }) => content.trim() !== '')
  const emptyCount = allowed.length - posts.length
  const chosen = posts.filter(({ id }) => ids.has(id))
  const count = chosen.length
  const reasons = new Map(unfinished?.refused.map(({ post, message }) => [post.id, say(message)]))

  function applyTimes(times: readonly Date[]) {
    setOpenDialog(null)
    if (of === 'drafts') schedule(chosen, times)
    else move(chosen, times)
  }

  function choose(post: Post, isChosen: boolean) {
    setIds(isChosen ? new Set([...ids, post.id]) : new Set([...ids].filter((id) => id !== post.id)))
  }

  return (
    <Dialog
      title={t('title')}
      description={progress ? words('running', progress) : t('text')}
      width="xl"
      onClose={progress ? stop : onClose}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60" />}
      {progress && <Progress label={words('running', progress)} percent={(progress.count / progress.of) * 100} />}
      {unfinished && (
        <p role="alert" className="mb-2 text-14 text-coral">
          {unfinished.refused.length > 0 && words('refused', { count: unfinished.refused.length })}{' '}
          {unfinished.halted && say(unfinished.halted)}
        </p>
      )}
      {data && posts.length === 0 && <p className="py-6 text-14 text-ink-soft">{t('nothing')}</p>}
      {posts.length > 0 && (
        <fieldset disabled={progress !== null} className="min-w-0">
          <label className="flex min-h-11 cursor-pointer items-center gap-3 border-y border-line text-14 font-strong">
            <input
              type="checkbox"
              checked={count === posts.length}
              onChange={({ target }) => setIds(new Set(target.checked ? posts.map(({ id }) => id) : []))}
              className="size-4.5"
            />
            {t('all', { count: posts.length })}
          </label>
          <ul className="divide-y divide-line border-b border-line">
            {posts.map((post) => (
              <Row
                key={post.id}
                post={post}
                isChosen={ids.has(post.id)}
                reason={reasons.get(post.id)}
                onChoose={(isChosen) => choose(post, isChosen)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      {emptyCount > 0 && <p className="mt-2 text-13 text-ink-soft">{words('empty', { count: emptyCount })}</p>}
      <DialogActions>
        {progress ? (
          <Button onClick={stop}>{words('stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{app('cancel')}</Button>
            {of === 'scheduled' && (
              <Button variant="warning" disabled={count === 0} onClick={() => setOpenDialog('delete')}>
                {words('delete', { count })}
              </Button>
            )}
            <Button variant="primary" disabled={count === 0} onClick={() => setOpenDialog('move')}>
              {t('move', { count })}
            </Button>
          </>
        )}
      </DialogActions>
      {openDialog === 'delete' && (
        <Alert
          title={words('deleteTitle', { count })}
          description={words('deleteText')}
          confirmLabel={words('delete', { count })}
          isDestructive
          onConfirm={() => {
            setOpenDialog(null)
            remove(chosen)
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'move' && (
        <ScheduleDialog
          title={t('move', { count })}
          submitLabel={t('move', { count })}
          platforms={[...new Set(chosen.map(({ platform }) => platform))]}
          posts={chosen.map(({ platform }) => platform)}
          isPending={false}
          onSchedule={(at) => applyTimes([at])}
          onSpread={applyTimes}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </Dialog>
  )
}

type RowProps = { post: Post; isChosen: boolean; reason: string | undefined; onChoose: (isChosen: boolean) => void }

function Row({ post, isChosen, reason, onChoose }: RowProps) {
  const t = useTranslations('many')
  const id = useId()
  const dates = useDates()
  const drafts = useTranslations('posts.drafts')
  const at = new Date(post.scheduledAt ?? post.updatedAt)
  const when = { day: dates.fullDay(at), time: dates.time(at) }
  return (
    <li className="py-2.5 text-14 [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <div className="flex gap-3">
        <input
          id={id}
          aria-describedby={`${id}-text`}
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="mt-0.5 size-4.5 shrink-0"
        />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="flex cursor-pointer flex-wrap items-center gap-x-2 text-13">
            <PlatformBadge platform={post.platform} size={18} />
            <span className="sr-only">{rulesOf(post.platform).name}</span>
            <time dateTime={at.toISOString()} className="font-strong">
              {post.scheduledAt ? t('at', when) : drafts('saved', when)}
            </time>
            {post.siblingId && <span className="text-ink-soft">{LANGUAGE_NAMES[post.contentLanguage]}</span>}
          </label>
          <p id={`${id}-text`} dir={textDirection(post.content)} className="line-clamp-2 break-words text-ink-soft">
            {openingOf(post.content, EXCERPT_LENGTH)}
          </p>
        </div>
      </div>
      {reason && <p className="ms-7.5 text-13 text-coral">{reason}</p>}
    </li>
  )
}

const EXCERPT_LENGTH = 200
