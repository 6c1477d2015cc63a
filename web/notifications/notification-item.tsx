import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { actionPath, type NotificationAction } from '#core/notifications/action.ts'
import type { Notification } from '#core/notifications/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Role } from '#core/workspaces/role.ts'
import { connectPath } from '../accounts/connect-path.ts'
import { call } from '../lib/api.ts'
import { addressIn } from '../lib/base-path.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { TROUBLE_PATH } from '../posts/trouble-path.ts'
import type { PostingAll } from '../posts/use-post-all.ts'
import { usePostChanges } from '../posts/use-post-changes.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Cog, MessageCircle } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

type NotificationItemProps = { item: Notification; posting: PostingAll; onDone: () => void }

/**
 * A notification with its action.
 * @param posting the state of a dialog that stays open when the notification disappears
 */
export function NotificationItem({ item, posting, onDone }: NotificationItemProps) {
  const t = useTranslations('notifications')
  const dates = useDates()
  const at = new Date(item.at)
  const isNew = !item.isRead && item.action !== null
  const [latest] = item.posts
  return (
    <li className="relative flex gap-3 px-5 py-4">
      {isNew && <span aria-hidden="true" className="absolute start-1.5 top-6.5 size-2 rounded-pill bg-pond" />}
      {item.platform ? (
        <PlatformBadge platform={item.platform} size={28} className="mt-0.5" />
      ) : (
        <span
          aria-hidden="true"
          className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-pill bg-sunk text-ink-soft"
        >
          {item.comment ? <MessageCircle size={18} strokeWidth={1.75} /> : <Cog size={18} strokeWidth={1.75} />}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-3">
          <span
            className={classNames('min-w-0 flex-1 text-14 break-words', item.action ? 'font-strong' : 'text-ink-soft')}
          >
            <span className="sr-only">
              {item.platform && `${rulesOf(item.platform).name}. `}
              {isNew && `${t('unread')}. `}
            </span>
            {item.title}
          </span>
          <time dateTime={item.at} className="shrink-0 text-13 text-ink-soft tabular-nums">
            {dates.time(at)}
          </time>
        </p>
        {item.action === null ? (
          <p className="mt-1 text-13 text-ink-soft">{t('done')}</p>
        ) : (
          <>
            <p className="mt-0.5 text-13 text-ink-soft">{item.text}</p>
            {item.count === 1 && latest && (
              <p
                dir="auto"
                className="mt-1.5 line-clamp-2 border-s-2 border-line-strong ps-2.5 text-start text-13 break-words"
              >
                {latest.excerpt}
              </p>
            )}
            {item.comment && (
              <p
                dir="auto"
                className="mt-1.5 line-clamp-2 border-s-2 border-line-strong ps-2.5 text-start text-13 break-words"
              >
                {item.comment.excerpt}
              </p>
            )}
            <div className="mt-2 flex flex-wrap gap-2">
              <Action action={item.action} item={item} posting={posting} onDone={onDone} />
            </div>
          </>
        )}
      </div>
    </li>
  )
}

/** The minimum roles for actions that change posts or accounts of a workspace. */
const LEAST_ROLES: Partial<Record<NotificationAction, Role>> = {
  post_again: 'editor',
  post_all: 'editor',
  answer: 'editor',
  reconnect: 'owner',
  connect: 'owner',
  activate: 'owner',
}

type ActionProps = { action: NotificationAction; item: Notification; posting: PostingAll; onDone: () => void }

function Action({ action, item, posting, onDone }: ActionProps) {
  const t = useTranslations('notifications.actions')
  const { publish } = usePostChanges()
  const [post] = item.posts
  const look = buttonClass({ size: 'sm' })
  if (!mayAs(LEAST_ROLES[action])) return null
  if (action === 'post_again' && post) {
    return (
      <Button size="sm" isPending={publish.isPending} onClick={() => publish.mutate(post)}>
        {t(action)}
      </Button>
    )
  }
  if (action === 'post_all') {
    return (
      <>
        <PostAllButton item={item} posting={posting} />
        <Link
          href={TROUBLE_PATH}
          onClick={onDone}
          className={buttonClass({ variant: 'quiet', size: 'sm' }, 'max-md:-ms-2')}
        >
          {t('each')}
        </Link>
      </>
    )
  }
  if (action === 'retry_jobs') {
    return (
      <>
        <RetryJobsButton />
        <Link href="/admin/queue" onClick={onDone} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          {t('see_jobs')}
        </Link>
      </>
    )
  }
  // Use a plain link, because the comment is in a workspace, whose pages have another address than this page.
  if (action === 'see_comment' && item.comment) {
    const { workspaceId, postId } = item.comment
    return (
      <a href={addressIn(workspaceId, actionPath(action, postId))} onClick={onDone} className={look}>
        {t(action)}
      </a>
    )
  }
  if ((action === 'reconnect' || action === 'connect') && item.platform) {
    return (
      <a href={connectPath(item.platform)} onClick={onDone} className={look}>
        {t(action)}
      </a>
    )
  }
  return (
    <Link href={action === 'review' ? TROUBLE_PATH : actionPath(action, post?.id)} onClick={onDone} className={look}>
      {t(action)}
    </Link>
  )
}

/** Posts all posts of a notification. It loads them first, because the item contains only the latest ones. */
function PostAllButton({ item, posting }: { item: Notification; posting: PostingAll }) {
  const t = useTranslations('notifications.actions')
  const trouble = useTranslations('posts.trouble')
  const toastError = useErrorToast()
  const read = useMutation({
    mutationFn: () => call('GET /api/notifications/{id}/posts', { params: { id: item.id } }),
    onSuccess: (posts) => (posts.length > 0 ? posting.open(posts) : void invalidate('/api/notifications')),
    onError: (error) => toastError(trouble('failed'), error),
  })
  return (
    <Button size="sm" isPending={read.isPending} onClick={() => read.mutate()}>
      {t('post_all', { count: item.count })}
    </Button>
  )
}

function RetryJobsButton() {
  const t = useTranslations('notifications')
  const toastError = useErrorToast()
  const retry = useMutation({
    mutationFn: async () => {
      // Loads all failed jobs before retrying any. A job that fails again would otherwise be retried endlessly.
      const all: string[] = []
      for (let found = 1; all.length < found;) {
        const query = { limit: '100', skip: String(all.length) }
        const page = await call('GET /api/admin/jobs', { query })
        all.push(...page.jobs.map(({ id }) => id))
        found = page.jobs.length > 0 ? page.found : 0
      }
      for (const id of all) await call('POST /api/admin/jobs/{id}/retry', { params: { id } })
    },
    onError: (error) => toastError(t('retryFailed'), error),
    onSettled: () => invalidate('/api/notifications'),
  })
  return (
    <Button size="sm" isPending={retry.isPending} onClick={() => retry.mutate()}>
      {t('actions.retry_jobs')}
    </Button>
  )
}
