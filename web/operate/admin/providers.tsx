import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ProviderState } from '#core/writing/providers-contract.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { LocalModels } from '../providers/local-models.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'
import { useAdminAction } from './use-admin-action.ts'

const KeyDialog = lazyDialog(() => import('./key-dialog.tsx'))

export default function Providers() {
  const t = useTranslations('admin')
  const [entering, enter] = useState<ProviderState | null>(null)
  const all = useQuery(reading('GET /api/admin/providers'))
  // Reads the local model from this query, because a change of the model invalidates only this one.
  const status = useQuery(reading('GET /api/ai/status'))
  const local = status.data?.openai.isLocal ? status.data.openai.model : null
  const isOwn = all.data?.every(({ source }) => source === null || source === 'local') ?? false
  return (
    <section aria-label={t('section.providers')}>
      {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Skeleton className="h-40" />}
      <p className="mb-4 max-w-measure text-14 text-ink-soft">{t('keys.text')}</p>
      {all.data && (
        <ul className="divide-y divide-line border-y border-line">
          {all.data.map((one) => (
            <Row key={one.provider} state={one} onEnter={() => enter(one)} />
          ))}
        </ul>
      )}
      <Budget />
      {isOwn && (
        <div className="mt-7 max-w-measure text-14 text-ink-soft">
          <h2 className="mb-2 text-14 font-strong text-ink">{t('keys.local')}</h2>
          <LocalModels current={local} />
        </div>
      )}
      {entering && <KeyDialog state={entering} onClose={() => enter(null)} />}
    </section>
  )
}

/** The AI budget of all users this month, if the installation sets one. */
function Budget() {
  const t = useTranslations('admin')
  const format = useFormatter()
  const { date } = useDates()
  const { data } = useQuery({ ...reading('GET /api/admin/ai-budget'), staleTime: 0 })
  if (!data || (data.limitMicros === null && data.perPersonMicros === null)) return null
  const { usedMicros, limitMicros, perPersonMicros, renewsAt } = data
  const dollars = (micros: number) =>
    isolate(format.number(micros / 1_000_000, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }))
  const used =
    limitMicros === null
      ? t('budget.used', { used: dollars(usedMicros) })
      : t('budget.usedOf', { used: dollars(usedMicros), limit: dollars(limitMicros) })
  return (
    <div className="mt-7 max-w-measure text-14 text-ink-soft">
      <h2 className="mb-2 text-14 font-strong text-ink">{t('budget.title')}</h2>
      {limitMicros !== null && <Progress label={used} percent={Math.min(100, (usedMicros / limitMicros) * 100)} />}
      <p className="mt-2">
        {used} {perPersonMicros !== null && t('budget.perPerson', { limit: dollars(perPersonMicros) })}{' '}
        {t('budget.renews', { date: isolate(date(new Date(renewsAt))) })}
      </p>
    </div>
  )
}

function Row({ state, onEnter }: { state: ProviderState; onEnter: () => void }) {
  const t = useTranslations('admin')
  const format = useFormatter()
  const { date } = useDates()
  const [isRemoving, setIsRemoving] = useState(false)
  const { provider, source, model, connected, entered, usage } = state
  const isLocal = source === 'local'
  const nameValue = { name: PROVIDER_NAMES[provider] }
  const removing = useAdminAction(
    async () => {
      await call('DELETE /api/admin/providers/{provider}', { params: { provider } })
      toast({ title: t('keys.removed', nameValue) })
    },
    '/api/admin/providers',
    '/api/ai/status',
  )
  return (
    <li className="grid gap-x-6 gap-y-1.5 py-3.5 text-14 lg:grid-cols-[150px_170px_minmax(0,1fr)_auto] lg:items-center">
      <p className="font-strong">{PROVIDER_NAMES[provider]}</p>
      <p className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-pill ${source === null ? 'bg-line-strong' : connected ? 'bg-pond' : 'bg-coral'}`}
        />
        {t(source === null ? 'keys.absent' : connected ? 'keys.ready' : 'keys.silent')}
      </p>
      <div className="min-w-0 text-13 text-ink-soft">
        <p>
          {source === 'environment' && t('keys.environment')}
          {isLocal && t('keys.isLocal')}
          {source === 'entered' &&
            entered &&
            t('keys.entered', { end: isolate(`…${entered.lastFour}`), date: date(new Date(entered.at)) })}
          {source === null && t('keys.none')}
        </p>
        {model && (
          <p>
            {t('keys.model')} <code dir="ltr">{model}</code>
          </p>
        )}
        {usage.answers > 0 && (
          <p>
            {t('keys.usage', { answers: usage.answers, tokens: usage.tokens })}
            {usage.dollars !== null && ` · ${format.number(usage.dollars, { style: 'currency', currency: 'USD' })}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 lg:justify-self-end">
        {source === 'entered' && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={t('keys.removeWhose', nameValue)}
            onClick={() => setIsRemoving(true)}
          >
            {t('keys.remove')}
          </Button>
        )}
        {source !== 'environment' && (
          <Button
            size="sm"
            aria-label={t(source === 'entered' ? 'keys.replaceWhose' : 'keys.enterWhose', nameValue)}
            onClick={onEnter}
          >
            {t(source === 'entered' ? 'keys.replace' : 'keys.enter')}
          </Button>
        )}
      </div>
      {isRemoving && (
        <Alert
          title={t('keys.removeTitle', nameValue)}
          description={t('keys.removeText')}
          confirmLabel={t('keys.remove')}
          isDestructive
          isPending={removing.isPending}
          onConfirm={() => removing.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  )
}
