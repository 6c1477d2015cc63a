import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { User } from '#core/people/auth-contract.ts'
import type { AiBudget, AiStatus, AiUsage } from '#core/writing/contract.ts'
import { wallClock } from '#core/time-zone.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useDollars } from '../../lib/dollars.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNow } from '../../lib/use-now.ts'
import { reading } from '../../lib/queries.ts'
import { AiDetails } from '../../operate/providers/ai-details.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LedgerSection } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { Progress } from '../../ui/progress.tsx'

/** Interval for reading the providers' state. The server checks them at the same interval. */
const POLL_MS = 30_000
const NAMES = { anthropic: 'Anthropic', openai: 'OpenAI' } as const
type Name = keyof typeof NAMES

export function ProvidersSection({ user }: { user: User }) {
  const t = useTranslations('settings')
  const status = useQuery({
    ...reading('GET /api/ai/status'),
    refetchInterval: POLL_MS,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const [isOpen, setIsOpen] = useState(false)
  const ai = status.data
  const localModel = ai?.openai.isLocal ? ai.openai.model : null
  const isAdmin = user.role === 'admin'
  return (
    <LedgerSection id="providers" title={t('providers.title')} text={t('providers.looked')}>
      <NotLoaded query={status} title={t('notLoaded')} skeleton="h-36" />
      {ai && (
        <div className="border-b border-line">
          <Provider name="anthropic" ai={ai} />
          {!ai.openai.isLocal && <Provider name="openai" ai={ai} />}
          <Line
            name={t('providers.local')}
            text={
              localModel === null
                ? t('providers.localNone')
                : t('providers.localWrites', { model: isolate(localModel) })
            }
          >
            {localModel !== null ? (
              <State is={ai.openai.connected ? 'ready' : 'error'} />
            ) : isAdmin ? (
              <Link href="/admin/providers" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
                {t('providers.howTo')}
              </Link>
            ) : (
              <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {t('providers.howTo')}
              </Button>
            )}
          </Line>
          {(isOpen || (localModel !== null && isAdmin)) && (
            <div className="mb-3 border-s-[3px] border-lily ps-3 text-13 text-ink-soft">
              <AiDetails isAdmin={isAdmin} localModel={localModel} />
            </div>
          )}
          <Usage />
        </div>
      )}
    </LedgerSection>
  )
}

function Provider({ name, ai }: { name: Name; ai: AiStatus }) {
  const t = useTranslations('settings.providers')
  const other = name === 'anthropic' ? 'openai' : 'anthropic'
  const [own, its] = [ai[name], ai[other]]
  const text = !own.configured
    ? '' // Show no text, because the provider's state already says that it is not set up.
    : own.connected
      ? t(its.connected ? name : 'both')
      : its.connected
        ? t('instead', { provider: isolate(NAMES[other]) })
        : t('away')
  const model = own.configured && own.model ? t('model', { model: isolate(own.model) }) : ''
  return (
    <Line name={<bdi>{NAMES[name]}</bdi>} text={[text, model].filter((part) => part !== '').join(' ')}>
      <State is={!own.configured ? 'off' : own.connected ? 'ready' : 'error'} />
    </Line>
  )
}

function State({ is }: { is: 'ready' | 'error' | 'off' }) {
  const t = useTranslations('settings.providers')
  const dot = { ready: 'bg-pond', error: 'bg-coral', off: 'bg-line-strong' }
  return (
    <span
      className={classNames('flex items-center gap-2', is === 'error' ? 'font-strong text-coral' : 'text-ink-soft')}
    >
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-pill', dot[is])} />
      {t(is)}
    </span>
  )
}

/** Shows the number of today's model answers, and this month's AI budget. */
function Usage() {
  const t = useTranslations('settings.providers')
  const { timeZone } = useDates()
  const now = useNow()
  const { data } = useQuery({ ...reading('GET /api/ai/usage'), staleTime: 0 })
  if (!data) return null
  const used = data.days.find(({ date }) => date === wallClock(now, timeZone).date)?.answers ?? 0
  const usage = t('used', { count: used, limit: data.dailyLimit })
  return (
    <>
      <Line name={t('today')} text={<Progress label={usage} percent={Math.min(100, (used / data.dailyLimit) * 100)} />}>
        <span className="text-ink-soft tabular-nums">{usage}</span>
      </Line>
      <Last30Days days={data.days} />
      {data.budget && <Budget budget={data.budget} />}
    </>
  )
}

function Last30Days({ days }: { days: AiUsage['days'] }) {
  const t = useTranslations('settings.providers')
  const dollars = useDollars()
  if (days.length === 0) return null
  const sum = (of: (day: AiUsage['days'][number]) => number | null) =>
    days.reduce((total, day) => total + (of(day) ?? 0), 0)
  const tokens = t('tokens', {
    input: sum((day) => day.inputTokens),
    cached: sum((day) => day.cachedTokens),
    output: sum((day) => day.outputTokens),
    reasoning: sum((day) => day.reasoningTokens),
  })
  const isPriced = days.some(({ costMicros }) => costMicros !== null)
  return (
    <Line name={t('last30')} text={tokens}>
      {isPriced && <span className="text-ink-soft tabular-nums">{dollars(sum((day) => day.costMicros))}</span>}
    </Line>
  )
}

function Budget({ budget: { usedMicros, limitMicros, isUsedUp, renewsAt } }: { budget: AiBudget }) {
  const t = useTranslations('settings.providers')
  const dollars = useDollars()
  const { date } = useDates()
  const spent =
    limitMicros === null
      ? dollars(usedMicros)
      : t('spentOf', { used: dollars(usedMicros), limit: dollars(limitMicros) })
  const renewal = t(isUsedUp ? 'budgetUsed' : 'renews', { date: isolate(date(new Date(renewsAt))) })
  return (
    <Line
      name={t('month')}
      text={
        <>
          {limitMicros !== null && <Progress label={spent} percent={Math.min(100, (usedMicros / limitMicros) * 100)} />}
          <p className={limitMicros === null ? '' : 'mt-1.5'}>{renewal}</p>
        </>
      }
    >
      <span className="text-ink-soft tabular-nums">{spent}</span>
    </Line>
  )
}

function Line({ name, text, children }: { name: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-2 text-13 md:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <span className="text-14 font-strong">{name}</span>
      <span className="text-ink-soft max-md:order-last max-md:col-span-2">{text}</span>
      <span className="justify-self-end">{children}</span>
    </div>
  )
}
