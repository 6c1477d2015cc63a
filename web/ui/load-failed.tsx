import { useTranslations } from 'use-intl'
import { useErrorText } from '../lib/error-text.ts'
import { Button } from './button.tsx'

/** In the place of what could not be read: why, and the way to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('app.unreachable')
  const errorText = useErrorText()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 border-y border-line py-5">
      <p className="min-w-0 flex-1 text-14">{errorText(error)}</p>
      <Button size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
