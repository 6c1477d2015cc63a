import { useLocale, useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { useSecondsSince } from '../../ui/use-seconds-since.ts'
import type { Writing } from './use-generation.ts'

const USUAL_S = 15

export function WritingProgress({ writing, onCancel }: { writing: Writing; onCancel: () => void }) {
  const t = useTranslations('composer.writing')
  const app = useTranslations('app')
  const locale = useLocale()
  const seconds = useSecondsSince(writing.startedAt)
  const names = writing.platforms.map((platform) => rulesOf(platform).name)
  const platforms = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  return (
    <div className="flex items-center gap-2.5">
      <Frog expression="thinking" size="sm" />
      <div className="min-w-0 flex-1">
        <output className="block truncate text-14 font-strong">{t('for', { platforms })}</output>
        <p className="truncate text-13 text-ink-soft tabular-nums">
          {t(seconds <= USUAL_S ? 'elapsed' : 'long', { seconds, usual: USUAL_S })}
        </p>
      </div>
      <Button onClick={onCancel}>{app('cancel')}</Button>
    </div>
  )
}
