import { useState, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'

interface ToolProgressProps {
  progressText: ReactNode
  ref?: Ref<HTMLButtonElement>
  onCancel: () => void
}

/** The progress of a tool that a model runs, with a button to cancel it. `ref` receives that button. */
export function ToolProgress({ progressText, ref, onCancel }: ToolProgressProps) {
  const t = useTranslations('composer.source')
  const app = useTranslations('app')
  const [startedAt] = useState(Date.now)
  const seconds = useSlowSeconds(startedAt)
  return (
    <div className="flex min-h-12 flex-1 items-center gap-2.5 rounded-control bg-pond-wash ps-3 pe-1.5">
      <Frog expression="thinking" size="sm" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="text-14 font-strong">{progressText}</span>
        {seconds !== null && <span className="text-13 text-ink-soft tabular-nums">{t('elapsed', { seconds })}</span>}
      </span>
      <Button ref={ref} size="sm" onClick={onCancel}>
        {app('cancel')}
      </Button>
    </div>
  )
}
