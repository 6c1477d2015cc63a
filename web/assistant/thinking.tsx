import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSlowSeconds } from '../ui/use-seconds-since.ts'

/** Shows that Frogy is thinking, and for how long if the answer is slow. */
export function Thinking({ text }: { text: string }) {
  const t = useTranslations('ask')
  const [startedAt] = useState(Date.now)
  const seconds = useSlowSeconds(startedAt)
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 text-ink-soft">
      <output>{text}…</output>
      {/* A screen reader would announce every second. */}
      {seconds !== null && (
        <span aria-hidden="true" className="text-13 tabular-nums">
          {t('elapsed', { seconds })}
        </span>
      )}
    </p>
  )
}
