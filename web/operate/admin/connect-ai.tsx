import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProviderState, ProviderTest } from '#core/writing/providers-contract.ts'
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
  const [tests, setTests] = useState<Readonly<Record<string, ProviderTest>>>({})
  const testOf = (one: Entry) => tests[setupOf(one, states[one])]
  const tested = {
    test: testOf(entry),
    onTest: (test: ProviderTest) => setTests({ ...tests, [setupOf(entry, states[entry])]: test }),
  }
  return (
    <div className="mt-5 grid gap-x-14 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)]">
      <ul aria-label={t('choose')} className="lg:-ms-2.5">
        {ENTRIES.map((one) => (
          <li key={one}>
            <EntryButton
              name={one === 'own' ? t('own') : PROVIDER_NAMES[one]}
              word={stateWord(states[one], testOf(one))}
              isChosen={one === entry}
              onChoose={() => choose(one)}
            />
          </li>
        ))}
      </ul>
      <div className="min-w-0" key={entry}>
        {vendor ? (
          <ConnectVendor state={isOwn(vendor) ? { ...vendor, source: null, model: null } : vendor} {...tested} />
        ) : (
          openai && <ConnectOwnModel state={openai} hasKey={all.some(hasKeyOf)} {...tested} />
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

/** Identifies an entry's key and model. If one of them changes, the result of an earlier test no longer applies. */
const setupOf = (entry: Entry, state: ProviderState | undefined): string =>
  [entry, state?.source, state?.entered?.at, state?.model].join(' ')

type StateWord = 'off' | 'ready' | 'silent' | 'failed'

/** The state shown in the list. A test on this page is newer than the server's last check. */
function stateWord(state: ProviderState | undefined, test: ProviderTest | undefined): StateWord {
  if (!state) return 'off'
  if (test) return test.failure ? 'failed' : 'ready'
  return state.connected ? 'ready' : 'silent'
}

type EntryButtonProps = { name: string; word: StateWord; isChosen: boolean; onChoose: () => void }

function EntryButton({ name, word, isChosen, onChoose }: EntryButtonProps) {
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
          word === 'silent' || word === 'failed' ? 'font-strong text-coral' : 'text-ink-soft',
        )}
      >
        {word === 'ready' && <Check size={15} strokeWidth={2} className="text-pond" />}
        {t(word)}
      </span>
    </button>
  )
}
