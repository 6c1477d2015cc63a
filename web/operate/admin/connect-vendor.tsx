import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PostCosts, ProviderName, ProviderState, ProviderTest } from '#core/writing/providers-contract.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useDollars } from '../../lib/dollars.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { ConsoleSettings, GuideHead, Step } from './connect-steps.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'
import { ProviderTestStep } from './provider-test.tsx'
import { useAdminAction } from './use-admin-action.ts'

const KeyDialog = lazyDialog(() => import('./key-dialog.tsx'))

interface Console {
  name: string
  credit: string
  keys: string
  variable: string
  /**
   * The settings to enter in the console, with their values. Null stands for a separate workspace or project with a
   * spend limit.
   */
  settings: readonly (readonly [string, string | null])[]
}

/** The consoles of the AI vendors, with the words that each console uses. */
const CONSOLES: Record<ProviderName, Console> = {
  anthropic: {
    name: 'Claude Console',
    credit: 'https://platform.claude.com/settings/billing',
    keys: 'https://platform.claude.com/settings/keys',
    variable: 'ANTHROPIC_API_KEY',
    settings: [
      ['Linked account', 'Service account'],
      ['Workspace', null],
    ],
  },
  openai: {
    name: 'OpenAI Platform',
    credit: 'https://platform.openai.com/settings/organization/billing/overview',
    keys: 'https://platform.openai.com/api-keys',
    variable: 'OPENAI_API_KEY',
    settings: [
      ['Project', null],
      ['Permissions', 'Restricted'],
      ['List models', 'Read'],
      ['Model capabilities', 'Request'],
    ],
  },
}

type Failure = NonNullable<ProviderTest['failure']>

/** The failures of a test that reopen a step of the guide. */
const REOPENED_BY: Record<'credit' | 'rights' | 'key', readonly Failure[]> = {
  credit: ['quota'],
  rights: ['key'],
  key: ['key', 'model'],
}

interface ConnectVendorProps {
  state: ProviderState
  test: ProviderTest | undefined
  onTest: (test: ProviderTest) => void
}

/** The guide to a vendor: credit, key, test and costs. */
export function ConnectVendor({ state, test, onTest }: ConnectVendorProps) {
  const t = useTranslations('connect')
  const dollars = useDollars()
  const { provider, source, model, postCosts } = state
  const { name, credit, keys, variable, settings } = CONSOLES[provider]
  const isSet = source !== null
  const isDone = (step: keyof typeof REOPENED_BY) =>
    isSet && !(test?.failure && REOPENED_BY[step].includes(test.failure))
  return (
    <>
      <GuideHead
        name={PROVIDER_NAMES[provider]}
        cost={postCosts && t('perPost', { cost: dollars(postCosts.topicMicros) })}
      />
      <ol>
        <Step number={1} title={t('credit')} link={{ label: name, href: credit }} isDone={isDone('credit')} />
        <Step number={2} title={t('createKey')} link={{ label: name, href: keys }} isDone={isDone('rights')}>
          <ConsoleSettings label={t('rights')} rows={settings.map(([name, value]) => [name, value ?? t('limited')])} />
        </Step>
        <Step number={3} title={t('enterKey')} isDone={isDone('key')}>
          {source === 'environment' ? (
            <p className="text-13 text-ink-soft">{t('fromEnvironment', { variable: isolate(variable) })}</p>
          ) : (
            <EnteredKey state={state} />
          )}
          {model && (
            <p className="mt-1 text-13 text-ink-soft">
              {t('model')}: <code dir="ltr">{model}</code>
            </p>
          )}
        </Step>
        <ProviderTestStep
          number={4}
          provider={provider}
          isSet={isSet}
          isConnected={state.connected}
          test={test}
          onTest={onTest}
        />
      </ol>
      {postCosts ? (
        <Costs costs={postCosts} />
      ) : (
        model && <p className="mt-4 text-13 text-ink-soft">{t('costs.unknown', { model: isolate(model) })}</p>
      )}
    </>
  )
}

function EnteredKey({ state }: { state: ProviderState }) {
  const t = useTranslations('admin.keys')
  const words = useTranslations('connect')
  const { date } = useDates()
  const { provider, entered } = state
  const [isEntering, setIsEntering] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const nameValue = { name: PROVIDER_NAMES[provider] }
  const removing = useAdminAction(
    async () => {
      await call('DELETE /api/admin/providers/{provider}', { params: { provider } })
      toast({ title: t('removed', nameValue) })
    },
    '/api/admin/providers',
    '/api/ai/status',
  )
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {entered && (
        <p className="me-auto text-13 text-ink-soft max-sm:basis-full">
          {words('entered', { end: isolate(`…${entered.lastFour}`), date: isolate(date(new Date(entered.at))) })}
        </p>
      )}
      {entered && (
        <Button
          size="sm"
          variant="quiet"
          className="max-sm:order-last"
          aria-label={t('removeWhose', nameValue)}
          onClick={() => setIsRemoving(true)}
        >
          {t('remove')}
        </Button>
      )}
      <Button
        size="sm"
        variant={entered ? 'outline' : 'primary'}
        aria-label={t(entered ? 'replaceWhose' : 'enterWhose', nameValue)}
        onClick={() => setIsEntering(true)}
      >
        {t(entered ? 'replace' : 'enter')}
      </Button>
      {isEntering && <KeyDialog state={state} onClose={() => setIsEntering(false)} />}
      {isRemoving && (
        <Alert
          title={t('removeTitle', nameValue)}
          description={t('removeText')}
          confirmLabel={t('remove')}
          isDestructive
          isPending={removing.isPending}
          onConfirm={() => removing.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  )
}

function Costs({ costs }: { costs: PostCosts }) {
  const t = useTranslations('connect.costs')
  const dollars = useDollars()
  const { model, outputTokens } = costs
  const rounded = (tokens: number) => 100 * Math.round(tokens / 100)
  const rows = [
    [t('topic'), costs.topicMicros],
    [t('article'), costs.articleMicros],
    [t('ten'), costs.tenMicros],
  ] as const
  return (
    <section aria-labelledby="post-costs" className="mt-6">
      <h4 id="post-costs" className="text-14 font-strong">
        {t('title')}
      </h4>
      <dl className="mt-1.5 max-w-lg">
        {rows.map(([name, micros]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2 text-14">
            <dt>{name}</dt>
            <dd className="font-strong tabular-nums">{dollars(micros)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 max-w-measure text-13 text-ink-soft">
        {t('assumed', {
          model: isolate(model),
          topic: rounded(costs.topicTokens),
          article: rounded(costs.articleTokens),
          output: outputTokens,
        })}
      </p>
    </section>
  )
}
