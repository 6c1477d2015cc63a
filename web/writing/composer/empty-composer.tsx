import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { Frog } from '../../ui/frog.tsx'
import type { InputMethod } from './composer-model.ts'

/** The hint that a wide screen shows in place of drafts. */
export function EmptyComposer({ about, hasOthers }: { about: InputMethod | 'read' | 'ready'; hasOthers: boolean }) {
  const t = useTranslations('composer.empty')
  return (
    <div
      className={classNames(
        'hidden flex-col items-center justify-center rounded-card border border-dashed border-line px-6 py-20 text-center lg:flex',
        !hasOthers && 'sticky top-[calc(var(--stuck)+16px)] min-h-[calc(100dvh-var(--stuck)-var(--foot)-32px)]',
      )}
    >
      <Frog expression="sleeping" size="lg" />
      <h2 className="title mt-4 text-20">{t(hasOthers ? 'titleNext' : 'title')}</h2>
      <p className="mt-1 max-w-88 text-14 text-ink-soft">{t(`text.${about}`)}</p>
    </div>
  )
}
