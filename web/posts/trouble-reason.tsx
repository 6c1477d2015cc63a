import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { TroubleStatus } from '#core/posts/dashboard-lists.ts'
import { isAccountFailure } from '#core/publishing/retry-unchanged.ts'
import { isolate } from '../lib/isolate.ts'
import { messageOfFailure, useMessageText } from '../lib/error-message.ts'

export function TroubleReason({ post, hasObstacle }: { post: Post; hasObstacle: boolean }) {
  const t = useTranslations('posts.trouble')
  const risk = useTranslations('posts.risk.brief')
  const say = useMessageText()
  const platform = isolate(rulesOf(post.platform).name)
  const reasons = { failed: 'failedReason', missed: 'missedReason', unconfirmed: 'unconfirmedReason' } as const
  const { failure } = post
  if (!hasObstacle && isAccountFailure(failure?.code)) return <p className="text-13 text-ink-soft">{t('mended')}</p>
  const reason = failure
    ? say(messageOfFailure(failure, post.platform))
    : t(reasons[post.status as TroubleStatus], { platform })
  const name = isolate(post.formerAccount ?? '')
  const disconnectedReason =
    failure?.code === 'account_not_connected' ? t('gone', { name }) : `${risk('gone', { name })} ${reason}`
  return (
    <div className="text-13 text-ink-soft">
      <p>{post.formerAccount === null ? reason : disconnectedReason}</p>
      {failure?.detail && failure.code !== 'not_reached' && (
        <p className="mt-0.5 flex flex-wrap gap-x-1">
          <span>{t('networkSaid', { platform })}</span>
          <q dir="auto" className="min-w-0 text-start break-words before:content-none after:content-none">
            {failure.detail}
          </q>
        </p>
      )}
    </div>
  )
}
