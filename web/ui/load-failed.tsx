import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { useErrorText } from '../lib/error-text.ts'
import { useSessionExpired } from '../lib/session.ts'
import { Button } from './button.tsx'
import { CircleAlert } from './icons.ts'
import { Skeleton } from './skeleton.tsx'

interface LoadFailedProps {
  error: unknown
  onRetry: () => void
  /** Names the content that failed to load, where the page does not name it already. */
  children?: ReactNode
}

/** Reports a failed load with a button to retry. Shows nothing for an ended session, which has its own notice. */
export function LoadFailed({ error, onRetry, children }: LoadFailedProps) {
  const t = useTranslations('app.unreachable')
  const errorText = useErrorText()
  if (useSessionExpired()) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-lily-wash px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-52 gap-3 text-14 max-sm:basis-full">
        <CircleAlert size={20} strokeWidth={1.75} className="shrink-0 text-lily-ink" />
        <div className="min-w-0">
          {children}
          <p className={classNames(children !== undefined && 'text-ink-soft')}>{errorText(error)}</p>
        </div>
      </div>
      <Button size="sm" className="bg-surface" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

interface NotLoadedProps {
  query: { data: unknown; error: unknown; refetch: () => Promise<unknown> }
  title: string
  skeleton: string
}

/** Takes the place of data that is loading or has failed to load. */
export function NotLoaded({ query: { data, error, refetch }, title, skeleton }: NotLoadedProps) {
  if (data) return null
  if (!error) return <Skeleton className={skeleton} />
  return (
    <LoadFailed error={error} onRetry={() => void refetch()}>
      <p className="font-strong">{title}</p>
    </LoadFailed>
  )
}
