import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ProviderName, ProviderTest } from '#core/writing/providers-contract.ts'
import { call } from '../../lib/api.ts'
import { useDollars } from '../../lib/dollars.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { invalidate } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert, Sparkles } from '../../ui/icons.ts'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { Step } from './connect-steps.tsx'

interface ProviderTestStepProps {
  number: number
  provider: ProviderName
  isSet: boolean
  /** Whether the provider answered Frogy's last check. */
  isConnected: boolean
  /** The result of the latest test on this page. */
  test: ProviderTest | undefined
  onTest: (test: ProviderTest) => void
}

/** The last step of a guide: the provider writes one sentence, or the page explains the failure. */
export function ProviderTestStep({ number, provider, isSet, isConnected, test, onTest }: ProviderTestStepProps) {
  const t = useTranslations('connect')
  const errorText = useErrorText()
  const testing = useMutation({
    mutationFn: () => call('POST /api/admin/providers/{provider}/test', { params: { provider } }),
    onSuccess: onTest,
    onSettled: () => invalidate('/api/admin/ai-usage', '/api/admin/ai-budget', '/api/admin/audit', '/api/ai/status'),
  })
  const seconds = useSlowSeconds(testing.isPending ? testing.submittedAt : null)
  const hasEnded = !testing.isPending && !testing.error
  return (
    <Step number={number} title={t('test')} isDone={test?.sentence != null}>
      <div className="mt-1 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
        <Button
          variant={isSet ? 'primary' : 'outline'}
          disabled={!isSet}
          isPending={testing.isPending}
          onClick={() => testing.mutate()}
        >
          {!testing.isPending && <Sparkles size={17} strokeWidth={1.75} />}
          {t(test ? 'runAgain' : 'run')}
        </Button>
        <div aria-live="polite" className="min-w-0 text-14">
          {testing.isPending && seconds !== null && <p className="text-ink-soft">{t('waiting', { seconds })}</p>}
          {testing.error && <p className="text-coral">{errorText(testing.error)}</p>}
          {hasEnded &&
            (test ? (
              <Result test={test} />
            ) : (
              isSet && !isConnected && <Failure title={t('silent.title')} next={t('silent.next')} />
            ))}
        </div>
      </div>
    </Step>
  )
}

function Result({ test }: { test: ProviderTest }) {
  const t = useTranslations('connect')
  const { sentence, failure } = test
  if (failure)
    return (
      <Failure title={t(`failures.${failure}`)} next={t(`next.${failure}`)}>
        <Measures test={test} />
      </Failure>
    )
  return (
    <figure>
      <blockquote dir="auto" className="border-s-[3px] border-pond ps-3 text-16 wrap-anywhere">
        {sentence}
      </blockquote>
      <figcaption className="mt-1 ps-3">
        <Measures test={test} />
      </figcaption>
    </figure>
  )
}

function Failure({ title, next, children }: { title: string; next: string; children?: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <CircleAlert size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-coral" />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="text-ink-soft">{next}</p>
        {children}
      </div>
    </div>
  )
}

function Measures({ test: { durationMs, inputTokens, outputTokens, costMicros, model } }: { test: ProviderTest }) {
  const t = useTranslations('connect')
  const format = useFormatter()
  const dollars = useDollars()
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const parts = [
    isolate(model),
    isolate(t('took', { seconds: format.number(durationMs / 1000, digits) })),
    ...(inputTokens !== null && outputTokens !== null
      ? [isolate(t('tokens', { input: inputTokens, output: outputTokens }))]
      : []),
    ...(costMicros === null ? [] : [costMicros === 0 ? t('noCost') : dollars(costMicros)]),
  ]
  return <p className="mt-1 text-13 text-ink-soft tabular-nums">{parts.join(' · ')}</p>
}
