import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useNetworkNames } from '../../lib/network-names.ts'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { useAiStatus } from './ai-status.tsx'
import type { FailedGeneration } from './use-generation.ts'

export function FailedDrafts({
  failedGeneration,
  onRetry,
  onWriteWithoutModel,
}: {
  failedGeneration: FailedGeneration
  onRetry: () => void
  onWriteWithoutModel: () => void
}) {
  const t = useTranslations('composer.notWritten')
  const namesOf = useNetworkNames()
  const hasModel = useAiStatus().data?.fallback === null
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Use braces to discard the promise that `scrollIntoView` returns in newer browsers. An effect must not return it.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={panel}
      className="rises mb-4.5 flex [:not(:empty)+&]:mt-5 scroll-mt-20 scroll-mb-24 flex-col items-center rounded-card border border-dashed border-line px-6 py-8 text-center lg:py-14"
    >
      <Frog expression="thinking" size="lg" />
      <h2 className="title mt-4 text-20">{t('title', { platforms: namesOf(failedGeneration.brief.platforms) })}</h2>
      <p className="mt-1 max-w-100 text-14 text-ink-soft">
        {failedGeneration.message && (
          <>
            <bdi>{failedGeneration.message}</bdi>{' '}
          </>
        )}
        {t('text')}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>{t('retry')}</Button>
        {hasModel && (
          <Button variant="quiet" onClick={onWriteWithoutModel}>
            {t('withoutModel')}
          </Button>
        )}
      </div>
    </div>
  )
}
