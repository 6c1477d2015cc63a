import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { RiskAction } from '../../posts/risk-badge.tsx'
import { StateIcon } from '../../posts/post-state.tsx'
import { STATE_LOOK } from '../../posts/state-look.ts'
import { UnconfirmedAnswer } from '../../posts/unconfirmed-answer.tsx'
import { usePostChanges } from '../../posts/use-post-changes.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { TONES } from '../../ui/tones.ts'
import type { OutcomeRowProps } from './use-outcome-row.tsx'

export function OutcomeRow({
  platform,
  state,
  title,
  text,
  next,
  onCancel,
  onRetry,
}: OutcomeRowProps & { onCancel: () => void; onRetry: () => void }) {
  return (
    <li
      data-state={state}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-s-[3px] py-2 ps-3 not-first:mt-1.5',
        TONES[STATE_LOOK[state].tone].rule,
      )}
    >
      <PlatformBadge platform={platform} size={24} />
      <div className={classNames('min-w-0 flex-1', text ? 'basis-[calc(100%-36px)] sm:basis-60' : 'basis-36')}>
        <output className="flex items-center gap-1.5 text-14 font-strong">
          <StateIcon state={state} size={17} />
          <span>{title}</span>
        </output>
        {text && (
          <p className="text-13 break-words text-ink-soft">
            <bdi>{text}</bdi>
          </p>
        )}
      </div>
      <div
        className={classNames(
          'empty:hidden',
          text && (next?.do === 'answer' ? 'w-full ps-9' : 'max-sm:w-full max-sm:ps-9'),
        )}
      >
        {state === 'publishing' ? (
          <Waiting onCancel={onCancel} />
        ) : (
          next && <Next next={next} platform={platform} onRetry={onRetry} />
        )}
      </div>
    </li>
  )
}

function Waiting({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('composer.source')
  const app = useTranslations('app')
  const [startedAt] = useState(Date.now)
  const seconds = useSlowSeconds(startedAt)
  if (seconds === null) return null
  return (
    <span className="flex items-center gap-3">
      <span className="text-13 text-ink-soft tabular-nums">{t('elapsed', { seconds })}</span>
      <Button size="sm" onClick={onCancel}>
        {app('cancel')}
      </Button>
    </span>
  )
}

interface NextProps {
  next: NonNullable<OutcomeRowProps['next']>
  platform: OutcomeRowProps['platform']
  onRetry: () => void
}

function Next({ next, platform, onRetry }: NextProps) {
  const t = useTranslations('cards')
  const posts = useTranslations('posts')
  if (next.do === 'retry')
    return (
      <Button size="sm" onClick={onRetry}>
        {t('outcome.retry')}
      </Button>
    )
  if (next.do === 'open')
    return (
      <a href={next.href} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        {posts('view')}
        <ExternalLink size={15} strokeWidth={1.75} className="points" />
      </a>
    )
  if (next.do === 'mend-account') return <RiskAction risk={next.risk} platform={platform} variant="primary" />
  if (next.do === 'answer') return <Answer post={next.post} />
  return (
    <Link href={next.href} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
      {t('sent.seeDashboard')}
    </Link>
  )
}

function Answer({ post }: { post: Post }) {
  return <UnconfirmedAnswer post={post} changes={usePostChanges()} />
}
