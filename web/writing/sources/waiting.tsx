import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { Spinner } from '../../ui/spinner.tsx'

export function Waiting({ text, startedAt, onCancel }: { text: string; startedAt: number; onCancel: () => void }) {
  const t = useTranslations('composer.source')
  const app = useTranslations('app')
  const seconds = useSlowSeconds(startedAt)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5 text-13">
      <Spinner className="shrink-0 text-pond" />
      <div className="min-w-0 flex-1">
        <p>{text}</p>
        {seconds !== null && <p className="text-ink-soft tabular-nums">{t('elapsed', { seconds })}</p>}
      </div>
      {seconds !== null && (
        <Button variant="quiet" size="sm" className="-me-3" onClick={onCancel}>
          {app('cancel')}
        </Button>
      )}
    </div>
  )
}
