import { useFormatter, useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { Pad } from '../../ui/pad.tsx'

/** The specified counter (280 or 3,000), and below it the network's own where that one is stricter. */
export function Counter({ platform, text }: { platform: Platform; text: string }) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const { previewLimit, textLimit, name } = rulesOf(platform)
  const own = countFor(platform, text)
  // X's own count is the one to show against 280; elsewhere both limits count alike.
  const count = textLimit === previewLimit ? own : text.length
  const isOver = count > previewLimit || own > textLimit
  const filled = Math.max(count / previewLimit, own / textLimit)
  return (
    <div className="shrink-0">
      <p className="flex items-center gap-2.5">
        <Pad filled={filled} tone={isOver ? 'coral' : 'pond'} />
        <span
          aria-hidden="true"
          className={classNames('inline-block min-w-18 text-14 tabular-nums', isOver ? 'text-coral' : 'text-ink-soft')}
        >
          <strong className={classNames('font-strong', !isOver && 'text-ink')}>{format.number(count)}</strong> /{' '}
          {format.number(previewLimit)}
        </span>
        {/* Announced in steps while there is room; what is too long is told once, by the mark below. */}
        {isOver && (
          <span className="sr-only">
            {t('count', { count: format.number(count), limit: format.number(previewLimit) })}
          </span>
        )}
        <output className="sr-only">
          {!isOver &&
            t('count', { count: format.number(Math.floor(count / 10) * 10), limit: format.number(previewLimit) })}
          {isOver && own <= textLimit && t('over', { over: count - previewLimit })}
        </output>
      </p>
      {textLimit < previewLimit && (
        <p className={classNames('mt-1 text-13', own > textLimit ? 'font-strong text-coral' : 'text-ink-soft')}>
          {own === count
            ? t('takes', { platform: isolate(name), limit: textLimit })
            : t('own', { platform: isolate(name), count: own, limit: textLimit })}
        </p>
      )}
    </div>
  )
}
