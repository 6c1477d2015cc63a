import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { dueAt, wasPublishedAtOnce } from '#core/posts/due-at.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Pencil } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Progress } from '../ui/progress.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { countOf, longOverduePosts, unfinishedPosts, type Outcome, type PostAll } from './post-all.ts'
import { PostDialogs, type OpenDialog } from './post-dialogs.tsx'
import { PostState } from './post-state.tsx'
import { usePostChanges } from './use-post-changes.ts'
import type { PostingAll } from './use-post-all.ts'

export default function PostAllDialog({
  state,
  posting,
}: {
  state: PostAll
  posting: PostingAll
  onClose: () => void
}) {
  return state.phase === 'asking' ? (
    <ConfirmOldPosts state={state} posting={posting} />
  ) : (
    <Running state={state} posting={posting} />
  )
}

function ConfirmOldPosts({ state: { posts }, posting }: { state: PostAll; posting: PostingAll }) {
  const t = useTranslations('late')
  const dates = useDates()
  const [excludedIds, setExcludedIds] = useState<readonly string[]>([])
  const oldPosts = longOverduePosts(posts, new Date())
  const newer = posts.filter((post) => !oldPosts.includes(post))
  const chosen = posts.filter(({ id }) => !excludedIds.includes(id))
  const dueText = (post: Post, isOfAll = false) => {
    const due = new Date(dueAt(post))
    const key = wasPublishedAtOnce(post) ? 'byHand' : 'wasDue'
    return t(isOfAll ? `all.${key}` : key, { day: dates.shortDay(due), time: dates.time(due) })
  }
  // If all posts were due at the same time, only the description shows it.
  const dueTexts = new Set(oldPosts.map((post) => dueText(post, true)))
  const [sharedDue] = oldPosts.length > 1 && dueTexts.size === 1 ? dueTexts : []
  return (
    <Dialog
      title={t('oldTitle', { count: posts.length })}
      description={`${t('oldText', { old: oldPosts.length })} ${sharedDue ?? ''}`}
      onClose={posting.close}
    >
      <PostList
        posts={oldPosts}
        isWhole
        excludedIds={excludedIds}
        onExclude={posts.length > 1 ? setExcludedIds : undefined}
      >
        {(post) => sharedDue === undefined && <p className="text-13 text-lily-ink">{dueText(post)}</p>}
      </PostList>
      <DialogActions onCancel={posting.close}>
        {newer.length > 0 && (
          <Button onClick={() => posting.start(newer)}>{t('onlyNewer', { count: newer.length })}</Button>
        )}
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => posting.start(chosen)}>
          {t('post', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Running({ state, posting }: { state: PostAll; posting: PostingAll }) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  return (
    <>
      <ProgressDialog state={state} posting={posting} onEdit={(post) => setOpen({ kind: 'edit', post })} />
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
    </>
  )
}

type ProgressDialogProps = { state: PostAll; posting: PostingAll; onEdit: (post: Post) => void }

function ProgressDialog({ state, posting, onEdit }: ProgressDialogProps) {
  const t = useTranslations('late')
  const app = useTranslations('app')
  const { posts, phase, sending, outcomes } = state
  const isRunning = phase === 'running' || phase === 'stopping'
  const open = unfinishedPosts(state)
  const doneCount = posts.length - open.length
  const isCutOff = phase === 'halted' && countOf(state, 'unheard') > 0

  const headline = isRunning
    ? t('running', { number: Math.min(doneCount + 1, posts.length), count: posts.length })
    : t(...headlineOf(state))

  return (
    <Dialog
      title={headline}
      description={isRunning ? t('runningText') : isCutOff ? t('away') : <ResultCounts state={state} />}
      onClose={isRunning ? posting.stop : posting.close}
    >
      <output className="sr-only">{headline}</output>
      {/* Shows the progress only while posts remain, because a full bar would look like success. */}
      {open.length > 0 && (
        <Progress
          label={t('running', { number: doneCount, count: posts.length })}
          percent={(doneCount / posts.length) * 100}
        />
      )}
      <div className="mt-3">
        <PostList posts={posts}>
          {({ id }) => <State outcome={outcomes[id]} isSending={sending === id} onEdit={onEdit} />}
        </PostList>
      </div>
      <DialogActions>
        {isRunning ? (
          <Button isPending={phase === 'stopping'} onClick={posting.stop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            <Button
              variant={open.length > 0 || countOf(state, 'refused') > 0 ? 'outline' : 'primary'}
              onClick={posting.close}
            >
              {app('close')}
            </Button>
            {open.length > 0 && (
              <Button variant="primary" onClick={posting.resume}>
                {t('goOn', { count: open.length })}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

function headlineOf(state: PostAll): ['halted' | 'someNot' | 'unsure' | 'allTaken' | 'allOut', { count: number }] {
  const open = unfinishedPosts(state).length
  if (open > 0) return ['halted', { count: open }]
  const refused = countOf(state, 'refused')
  if (refused > 0) return ['someNot', { count: refused }]
  const unconfirmed = countOf(state, 'unconfirmed')
  if (unconfirmed > 0) return ['unsure', { count: unconfirmed }]
  return [countOf(state, 'coming') > 0 ? 'allTaken' : 'allOut', { count: state.posts.length }]
}

function ResultCounts({ state }: { state: PostAll }) {
  const t = useTranslations('late')
  const counts = [
    ['published', countOf(state, 'out')],
    ['coming', countOf(state, 'coming')],
    ['mayBeLive', countOf(state, 'unconfirmed')],
    ['notOut', countOf(state, 'refused')],
  ] as const
  const shown = counts.filter(([, count]) => count > 0).map(([sum, count]) => t(sum, { count }))
  return <>{shown.join(' ')}</>
}

interface PostListProps {
  posts: readonly Post[]
  isWhole?: boolean
  excludedIds?: readonly string[]
  /** Adds a checkbox to each post. The whole row is its label. */
  onExclude?: ((ids: readonly string[]) => void) | undefined
  children: (post: Post) => ReactNode
}

function PostList({ posts, isWhole = false, excludedIds = [], onExclude, children }: PostListProps) {
  const t = useTranslations('late')
  const Row = onExclude ? 'label' : 'div'
  return (
    <ul className="divide-y divide-line">
      {posts.map((post) => (
        <li key={post.id}>
          <Row className={classNames('flex items-start gap-2.5 py-2.5', onExclude && 'cursor-pointer')}>
            {onExclude && (
              <input
                type="checkbox"
                aria-label={t('included')}
                aria-describedby={`post-${post.id}`}
                className="mt-0.5 size-4.5 shrink-0"
                checked={!excludedIds.includes(post.id)}
                onChange={({ target }) =>
                  onExclude(target.checked ? excludedIds.filter((id) => id !== post.id) : [...excludedIds, post.id])
                }
              />
            )}
            <PlatformBadge platform={post.platform} size={20} />
            <span className="sr-only">{rulesOf(post.platform).name}</span>
            <div className="min-w-0 flex-1">
              <p
                id={`post-${post.id}`}
                dir={textDirection(post.content)}
                className={classNames('text-14 break-words', isWhole ? 'whitespace-pre-line' : 'line-clamp-3')}
              >
                {post.content}
              </p>
              {children(post)}
            </div>
          </Row>
        </li>
      ))}
    </ul>
  )
}

const STATE_OF = {
  out: 'published',
  coming: 'publishing',
  unconfirmed: 'unconfirmed',
  refused: 'failed',
  unheard: 'unconfirmed',
} as const

type StateProps = { outcome: Outcome | undefined; isSending: boolean; onEdit: (post: Post) => void }

function State({ outcome, isSending, onEdit }: StateProps) {
  const t = useTranslations('late.states')
  const posts = useTranslations('posts')
  if (isSending || !outcome) {
    return (
      <p className="flex items-center gap-1.5 text-13 text-ink-soft">
        {isSending && <Spinner className="[&_svg]:size-3.5" />}
        {t(isSending ? 'sending' : 'waiting')}
      </p>
    )
  }
  return (
    <>
      <p>
        <PostState state={STATE_OF[outcome.kind]}>{t(outcome.kind)}</PostState>
      </p>
      {outcome.kind === 'refused' && (
        <div className="mt-0.5 text-13 text-ink-soft">
          {outcome.reason && <p>{outcome.reason}</p>}
          {outcome.detail && (
            <p className="mt-1 rounded-control bg-sunk px-2.5 py-1.5 break-words">
              {posts('timeline.networkSaid', { platform: isolate(rulesOf(outcome.post.platform).name) })}{' '}
              <bdi>{outcome.detail}</bdi>
            </p>
          )}
          <Button size="sm" className="mt-2" onClick={() => onEdit(outcome.post)}>
            <Pencil size={16} strokeWidth={1.75} />
            {posts('edit')}
          </Button>
        </div>
      )}
    </>
  )
}
