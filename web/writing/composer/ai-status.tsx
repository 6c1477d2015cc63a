import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { vendorToReport } from '#core/writing/vendor-for-platform.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useIsOpening } from '../../lib/opening.tsx'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { ChevronDown } from '../../ui/icons.ts'

const POLL_MS = 30_000

export function useAiStatus() {
  return useQuery({
    ...reading('GET /api/ai/status'),
    refetchInterval: POLL_MS,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

const useDetails = lazyModule(() => withMessages(['providers'], () => import('../../operate/providers/ai-details.tsx')))

const NAMES = { openai: 'OpenAI', anthropic: 'Anthropic' } as const

/** Warns before generation that no AI model is available, or that the AI budget is nearly used up. */
export function WriterHint() {
  const t = useTranslations('composer.ai')
  const { date } = useDates()
  const { data } = useAiStatus()
  const near = data?.nearBudget
  if (data?.fallback !== 'offline' && !near) return null
  const renews = near && date(new Date(near.renewsAt))
  return (
    <p className="mt-2 text-center text-13 text-ink-soft">
      {near && renews
        ? t(near.isUsedUp ? 'budgetUsed' : 'budgetNear', { share: near.percent / 100, date: isolate(renews) })
        : t('offlineNext')}
    </p>
  )
}

// Some AI statuses are shown as a button. All have a button's height, so that nothing moves when the status arrives.
const LINE = 'flex min-h-11 items-center gap-2 lg:min-h-7'

export function AiBadge({ platforms }: { platforms: readonly Platform[] }) {
  const t = useTranslations('composer.ai')
  const { user } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { data, isPending, isError } = useAiStatus()
  const usual = platforms.some((platform) => platform !== 'linkedin') ? 'openai' : 'anthropic'
  const provider = (data && vendorToReport(platforms, data)) ?? usual
  const isOpening = useIsOpening()
  const isReady = data?.[provider].connected
  const isOffline = data?.fallback === 'offline'
  const state = isPending ? 'checking' : isError ? 'error' : isReady ? 'ready' : isOffline ? 'offline' : 'disconnected'
  const isAdmin = user?.role === 'admin'
  const localModel = data?.openai.isLocal ? data.openai.model : null
  const providerText = { provider: isolate(localModel ?? NAMES[provider]) }
  const canOpen = isOffline || (localModel !== null && isAdmin)
  const details = useDetails(canOpen && isOpen, () => {})
  const dot = {
    checking: 'bg-line-strong breathes',
    error: 'bg-coral',
    ready: 'bg-pond',
    disconnected: 'bg-lily ring-1 ring-lily-ink',
    offline: 'border-[1.5px] border-ink-soft',
  }
  const status = (
    <>
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-pill', dot[state])} />
      <span>{t(state, providerText)}</span>
    </>
  )
  if (isOpening && !data) return <span className={LINE} />
  return (
    <>
      <output className="text-13 text-ink-soft">
        {canOpen ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className={`${LINE} -me-1 rounded-control px-1 hover:text-ink`}
          >
            {status}
            <ChevronDown size={15} strokeWidth={1.75} className={classNames('shrink-0', isOpen && 'rotate-180')} />
          </button>
        ) : (
          <span className={LINE}>{status}</span>
        )}
      </output>
      {canOpen && (
        <div id={id} hidden={!isOpen} className="mt-2 basis-full border-s-[3px] border-lily ps-3 text-13 text-ink-soft">
          {isOffline && <p>{t('disconnected', providerText)}</p>}
          {details && isOpen && <details.AiDetails isAdmin={isAdmin} localModel={localModel} />}
        </div>
      )}
    </>
  )
}
