import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isGenericTrouble } from '#core/accounts/connect-trouble.ts'
import type { NetworkApp, NetworkCheck } from '#core/accounts/networks-contract.ts'
import type { AppGuide } from '#core/platforms/app-guide.ts'
import { appGuideOf } from '#core/platforms/app-guides.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { variablesOf } from '../../accounts/platform-variables.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { isolate } from '../../lib/isolate.ts'
import { reading } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Check, CircleAlert } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Command, ConsoleSettings, GuideHead, Step } from './connect-steps.tsx'

/** The guide to each network's app: what to enter in its console, which keys Frogy needs, and a check of the keys. */
export default function Networks() {
  const t = useTranslations('networks')
  const all = useQuery(reading('GET /api/admin/networks'))
  return (
    <section aria-labelledby="networks">
      <h2 id="networks" className="title text-20">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-measure text-14 text-ink-soft">{t('text')}</p>
      {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Skeleton className="mt-5 h-64" />}
      {all.data && <Guides apps={all.data} />}
    </section>
  )
}

function Guides({ apps }: { apps: readonly NetworkApp[] }) {
  const t = useTranslations('networks')
  const [chosen, choose] = useState<Platform>(
    () => (apps.find(({ state }) => state === 'missing') ?? apps[0])!.platform,
  )
  const app = apps.find(({ platform }) => platform === chosen)!
  const isWide = useIsWide()
  const hasChosen = useRef(false)
  const choosePlatform = (platform: Platform) => {
    hasChosen.current = true
    choose(platform)
  }
  /** On a phone, the guide is below the list. */
  const scrollToGuide = (guide: HTMLElement | null) => {
    if (!guide) return
    if (hasChosen.current && !isWide) guide.scrollIntoView()
    hasChosen.current = false
  }
  return (
    <div className="mt-5 grid gap-x-14 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)]">
      <ul aria-label={t('choose')} className="lg:-ms-2.5">
        {apps.map((one) => (
          <li key={one.platform}>
            <NetworkButton app={one} isChosen={one === app} onChoose={() => choosePlatform(one.platform)} />
          </li>
        ))}
      </ul>
      <div className="min-w-0 scroll-mt-4" key={chosen} ref={scrollToGuide}>
        <GuideHead name={rulesOf(chosen).name} cost={null} />
        <Guide app={app} guide={appGuideOf(chosen)} />
      </div>
    </div>
  )
}

function NetworkButton({ app, isChosen, onChoose }: { app: NetworkApp; isChosen: boolean; onChoose: () => void }) {
  const t = useTranslations('networks.state')
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className={classNames(
        'flex min-h-12 w-full items-center gap-3 rounded-control px-2.5 text-14',
        isChosen ? 'bg-pond-wash' : 'hover:bg-sunk',
      )}
    >
      <PlatformBadge platform={app.platform} size={24} />
      <span className="font-strong">{rulesOf(app.platform).name}</span>
      <span className="ms-auto flex items-center gap-1.5 text-13 text-ink-soft">
        {(app.state === 'ready' || app.state === 'keyless') && (
          <Check size={15} strokeWidth={2} className="text-pond" />
        )}
        {t(app.state)}
      </span>
    </button>
  )
}

function Guide({ app, guide }: { app: NetworkApp; guide: AppGuide | undefined }) {
  const t = useTranslations('networks')
  if (!guide) return <p className="mt-4 max-w-measure text-14 text-ink-soft">{t('keyless')}</p>
  const { id, secret } = variablesOf(app.platform)
  const isSet = app.state === 'ready'
  const isUnsafe = app.addresses.some(({ url }) => url.startsWith('http:'))
  return (
    <>
      {app.state === 'simulated' && <p className="mt-3 max-w-measure text-14 text-ink-soft">{t('simulated')}</p>}
      {isUnsafe && guide.takesCallbacks && (
        <p className="mt-3 max-w-measure text-14 text-lily-ink">{t('needsHttps')}</p>
      )}
      <ol>
        <Step
          number={1}
          title={t('create')}
          link={{ label: guide.console.name, href: guide.console.url }}
          isDone={isSet}
        >
          {guide.choices.length > 0 && <ConsoleSettings label={t('choices')} rows={guide.choices} />}
        </Step>
        <Step number={2} title={t('addresses')} isDone={isSet}>
          <dl className="mt-1">
            {app.addresses.map(({ name, url }) => (
              <div key={name} className="py-1">
                <dt className="text-13 text-ink-soft">{t(`address.${name}`)}</dt>
                <dd>
                  <Command label={t(`address.${name}`)} text={url} />
                </dd>
              </div>
            ))}
          </dl>
        </Step>
        <Step number={3} title={t('keys')} isDone={isSet}>
          <ConsoleSettings
            label={t('keys')}
            rows={[
              [guide.keys.id, app.clientId && isSet ? app.clientId : id],
              [guide.keys.secret, secret],
            ]}
          />
          {!isSet && (
            <>
              <p className="text-13 text-ink-soft">{t('environment')}</p>
              <Command label={t('keys')} text={`${id}=\n${secret}=`} />
            </>
          )}
        </Step>
        <Step number={4} title={t('rights')}>
          <ConsoleSettings label={t('rights')} rows={guide.rights} />
        </Step>
        {guide.pages && (
          <Step number={5} title={t('pages')}>
            <ConsoleSettings label={t('pages')} rows={guide.pages.rights} />
            <p className="text-13 text-ink-soft">{t('pagesText')}</p>
            <Command label={t('pages')} text={guide.pages.environment} />
          </Step>
        )}
      </ol>
      <KeyCheck app={app} />
    </>
  )
}

function KeyCheck({ app: { platform, state } }: { app: NetworkApp }) {
  const t = useTranslations('networks')
  const errorText = useErrorText()
  const checking = useMutation({
    mutationFn: () => call('POST /api/admin/networks/{platform}/check', { params: { platform } }),
  })
  const isPossible = state === 'ready' || state === 'simulated'
  return (
    <div className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
      <Button
        variant={isPossible ? 'primary' : 'outline'}
        disabled={!isPossible}
        isPending={checking.isPending}
        className="max-sm:w-full"
        onClick={() => checking.mutate()}
      >
        {t('check', { platform: isolate(rulesOf(platform).name) })}
      </Button>
      <div aria-live="polite" className="min-w-0 text-14">
        {checking.error && <p className="text-coral">{errorText(checking.error)}</p>}
        {checking.data && <Result platform={platform} check={checking.data} isSimulated={state === 'simulated'} />}
      </div>
    </div>
  )
}

type ResultProps = { platform: Platform; check: NetworkCheck; isSimulated: boolean }

function Result({ platform, check: { trouble }, isSimulated }: ResultProps) {
  const t = useTranslations('networks')
  const troubles = useTranslations('accounts.trouble')
  const names = { platform: isolate(rulesOf(platform).name), ...variablesOf(platform) }
  const [what, next] =
    trouble === null
      ? [t(isSimulated ? 'acceptedSimulated' : 'accepted', names), t('acceptedText')]
      : isGenericTrouble(trouble)
        ? [t('unclear', names), troubles('inTheLog', names)]
        : [troubles(`${trouble}.what`, names), troubles(`${trouble}.next`, names)]
  const Icon = trouble === null ? Check : CircleAlert
  return (
    <div className="flex gap-2.5">
      <Icon
        size={18}
        strokeWidth={1.75}
        className={classNames('mt-0.5 shrink-0', trouble === null ? 'text-pond' : 'text-coral')}
      />
      <div className="min-w-0">
        <p className="font-strong">{what}</p>
        <p className="text-ink-soft">{next}</p>
      </div>
    </div>
  )
}
