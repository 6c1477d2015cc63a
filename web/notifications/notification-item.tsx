import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { actionPath, type NotificationAction } from '#core/notifications/action.ts'
import type { Notification } from '#core/notifications/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { connectPath } from '../accounts/connect-path.ts'
import { usePostChanges } from '../dashboard/use-post-changes.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

/** @param onDone called when its reader has chosen what to do */
export function NotificationItem({ item, onDone }: { item: Notification; onDone: () => void }) {
  const t = useTranslations('notifications')
  const dates = useDates()
  const at = new Date(item.at)
  const isNew = !item.isRead && item.action !== null
  const [latest] = item.posts
  return (
    <li className="relative flex gap-3 px-5 py-4">
      {isNew && <span aria-hidden="true" className="absolute start-1.5 top-6.5 size-2 rounded-pill bg-pond" />}
      <PlatformBadge platform={item.platform} size={28} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-3">
          <span
            className={classNames('min-w-0 flex-1 text-14 break-words', item.action ? 'font-strong' : 'text-ink-soft')}
          >
            <span className="sr-only">
              {rulesOf(item.platform).name}. {isNew && `${t('unread')}. `}
            </span>
            {item.title}
          </span>
          <time dateTime={item.at} className="shrink-0 text-13 text-ink-soft tabular-nums">
            {dates.time(at)}
          </time>
        </p>
        {item.action === null ? (
          <p className="mt-1 inline-flex items-center gap-1.5 text-13 text-pond">
            <Check size={16} strokeWidth={2} aria-hidden="true" />
            {t('done')}
          </p>
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
            <div className="mt-2">
              <Action action={item.action} item={item} onDone={onDone} />
            </div>
          </>
        )}
      </div>
    </li>
  )
}

function Action({ action, item, onDone }: { action: NotificationAction; item: Notification; onDone: () => void }) {
  const t = useTranslations('notifications.actions')
  const { publish } = usePostChanges()
  const [post] = item.posts
  const look = buttonClass({ size: 'sm' })
  if (action === 'post_again' && post) {
    // Done here: the item itself then says that it is taken care of.
    return (
      <Button size="sm" isPending={publish.isPending} onClick={() => publish.mutate(post)}>
        {t(action)}
      </Button>
    )
  }
  if (action === 'reconnect' || action === 'connect') {
    // Leaves the app for the network's own page.
    return (
      <a href={connectPath(item.platform)} onClick={onDone} className={look}>
        {t(action)}
      </a>
    )
  }
  return (
    <Link href={actionPath(action, post?.id)} onClick={onDone} className={look}>
      {t(action)}
    </Link>
  )
}
