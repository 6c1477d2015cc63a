import { useFormatter, useTranslations } from 'use-intl'
import { limitsFor } from '#core/platforms/limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { useLimitedAccount } from '../../accounts/limited-account.ts'
import { classNames } from '../../lib/class-names.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'

interface CounterProps {
  platform: Platform
  text: string
  hasPictures?: boolean
  /** The account that would publish the post. Its server may have its own character limit. */
  accountId?: string | null | undefined
  showsExcess?: boolean
  /** The number of characters in the content warning, which count against the limit too. */
  taken?: number
}

/**
 * Counts a text's characters against Frogy's own limit (280 or 3,000), or against the network's limit if that is
 * stricter.
 */
export function Counter({
  platform,
  text: fullText,
  hasPictures = false,
  accountId,
  showsExcess = false,
  taken = 0,
}: CounterProps) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const { previewLimit, textLimit } = limitsFor({ ...useLimitedAccount(platform, accountId), hasPictures })
  const text = withoutPlaceholders(fullText)
  const own = countFor(platform, text) + taken
  const isStricter = textLimit < previewLimit
  // X counts some characters as two, and its limit of 280 applies to that count. For other networks both counts are
  // equal.
  const specified = textLimit === previewLimit ? own : text.length + taken
  const [count, limit] = isStricter ? [own, textLimit] : [specified, previewLimit]
  const isOver = count > limit || own > textLimit || specified > previewLimit
  return (
    <div className="shrink-0">
      <p className="flex items-center gap-2.5">
        <LilyPad filled={Math.max(count / limit, own / textLimit)} tone={isOver ? 'coral' : 'pond'} />
        <span
          aria-hidden="true"
          className={classNames('inline-block min-w-18 text-14 tabular-nums', isOver ? 'text-coral' : 'text-ink-soft')}
        >
          {showsExcess && count > limit ? (
            <strong className="font-strong">{t('over', { over: count - limit })}</strong>
          ) : (
            <>
              <strong className={classNames('font-strong', !isOver && 'text-ink')}>{format.number(count)}</strong> /{' '}
              {format.number(limit)}
            </>
          )}
        </span>
        {/*
            While the text fits, a live region announces every tenth character. When it is too long, the message below
            reports it.
           */}
        {isOver && (
          <span className="sr-only">{t('count', { count: format.number(count), limit: format.number(limit) })}</span>
        )}
        <output className="sr-only">
          {!isOver && t('count', { count: format.number(Math.floor(count / 10) * 10), limit: format.number(limit) })}
          {isOver && own <= textLimit && t('over', { over: specified - previewLimit })}
        </output>
      </p>
      {isStricter && (
        <p
          className={classNames('mt-1 text-13 tabular-nums', specified > previewLimit ? 'text-coral' : 'text-ink-soft')}
        >
          {t('preview', { count: specified, limit: previewLimit })}
        </p>
      )}
    </div>
  )
}
