import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'

const POLL_MS = 30_000

export function useAiStatus() {
  return useQuery({
    ...reading('GET /api/ai/status'),
    refetchInterval: POLL_MS,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Whether the provider that Basic mode writes with answers; the other one where only that is configured. */
export function AiBadge() {
  const t = useTranslations('composer.ai')
  const { data, isPending, isError } = useAiStatus()
  const isAnthropic = data !== undefined && !data.openai.connected && data.anthropic.connected
  const provider = isAnthropic ? 'Anthropic' : 'OpenAI'
  const isReady = data !== undefined && (data.openai.connected || data.anthropic.connected)
  const state = isPending ? 'checking' : isError ? 'error' : isReady ? 'ready' : 'disconnected'
  const dot = {
    checking: 'bg-line-strong breathes',
    error: 'bg-coral',
    ready: 'bg-pond',
    disconnected: 'bg-lily ring-1 ring-lily-ink',
  }
  return (
    <output className="flex items-center gap-2 text-13 text-ink-soft">
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-pill', dot[state])} />
      <span>{t(state, { provider: isolate(provider) })}</span>
    </output>
  )
}

/** Said plainly, so that nobody takes an arrangement of their own words for a model's. */
export function OfflineNote() {
  const t = useTranslations('composer.ai')
  const { data } = useAiStatus()
  if (data?.fallback !== 'offline') return null
  return (
    <p className="border-s-[3px] border-lily ps-3 text-13 text-ink-soft">
      <strong className="block font-strong text-ink">{t('offline')}</strong>
      {t('offlineText')}
    </p>
  )
}
