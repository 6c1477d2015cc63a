import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProviderState } from '#core/writing/providers-contract.ts'
import { PROVIDERS } from '#core/writing/provider-names.ts'
import { classNames } from '../../lib/class-names.ts'
import { reading } from '../../lib/queries.ts'
import { Check } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AiBudget } from './ai-budget.tsx'
import { AiUses } from './ai-uses.tsx'
import { ConnectOwnModel } from './connect-own-model.tsx'
import { ConnectVendor } from './connect-vendor.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'

/** OpenAI's own service and any other server with its API share the provider `openai`. */
const ENTRIES = ['anthropic', 'openai', 'own'] as const
type Entry = (typeof ENTRIES)[number]

export default function ConnectAi() {
  const t = useTranslations('connect')
  const all = useQuery(reading('GET /api/admin/providers'))
  return (
    <section aria-labelledby="connect-ai">
      <h2 id="connect-ai" className="title text-20">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-measure text-14 text-ink-soft">{t('text')}</p>
      {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Skeleton className="mt-5 h-64" />}
      {all.data && <Guide all={all.data} />}
      <AiBudget />
      <AiUses />
    </section>
  )
}

/** Lists the AI vendors and "own model", with the guide to the chosen one. At first, chooses one that is set up. */
function Guide({ all }: { all: readonly ProviderState[] }) {
  const t = useTranslations('connect')
  const states = statesOf(all)
  const [entry, choose] = useState<Entry>(() => ENTRIES.find((one) => states[one]) ?? 'anthropic')
  const openai = all.find(({ provider }) => provider === 'openai')
  const vendor = all.find(({ provider }) => provider === entry)
  return (
    <div className="mt-5 grid gap-x-14 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)]">
      <ul aria-label={t('choose')} className="lg:-ms-2.5">
        {ENTRIES.map((one) => (
          <li key={one}>
            <EntryButton
              name={one === 'own' ? t('own') : PROVIDER_NAMES[one]}
              state={states[one]}
              isChosen={one === entry}
              onChoose={() => choose(one)}
            />
          </li>
        ))}
      </ul>
      <div className="min-w-0" key={entry}>
        {vendor ? (
          <ConnectVendor state={isOwn(vendor) ? { ...vendor, source: null, model: null } : vendor} />
        ) : (
          openai && <ConnectOwnModel state={openai} hasKey={all.some(hasKeyOf)} />
        )}
      </div>
    </div>
  )
}

const isOwn = ({ ownServer, source, provider }: ProviderState): boolean =>
  provider === 'openai' && (ownServer !== null || source === 'local')

const hasKeyOf = (state: ProviderState): boolean =>
  state.source === 'entered' || (state.source === 'environment' && !isOwn(state))

/** The state of each list entry that is set up: a vendor, or an own model. */
function statesOf(all: readonly ProviderState[]): Partial<Record<Entry, ProviderState>> {
  const states: Partial<Record<Entry, ProviderState>> = {}
  for (const provider of PROVIDERS) {
    const state = all.find((one) => one.provider === provider)
    if (state && state.source !== null) states[isOwn(state) ? 'own' : provider] = state
  }
  return states
}

function EntryButton({
  name,
  state,
  isChosen,
  onChoose,
}: {
  name: string
  state: ProviderState | undefined
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useTranslations('connect.state')
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className={classNames(
        'flex min-h-12 w-full items-center justify-between gap-3 rounded-control px-2.5 text-14',
        isChosen ? 'bg-pond-wash' : 'hover:bg-sunk',
      )}
    >
      <span className="font-strong">{name}</span>
      <span
        className={classNames(
          'flex items-center gap-1.5 text-13',
          state && !state.connected ? 'font-strong text-coral' : 'text-ink-soft',
        )}
      >
        {state?.connected && <Check size={15} strokeWidth={2} className="text-pond" />}
        {t(!state ? 'off' : state.connected ? 'ready' : 'silent')}
      </span>
    </button>
  )
}
