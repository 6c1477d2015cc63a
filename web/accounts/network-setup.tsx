import { useTranslations } from 'use-intl'
import type { PlatformState } from '#core/accounts/contract.ts'
import { connectFormOf, rulesOf } from '#core/platforms/platform.ts'
import { Button } from '../ui/button.tsx'
import { ChevronDown, Copy, TriangleAlert } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { variablesOf } from './platform-variables.ts'
import { copyText } from '../ui/copy-text.ts'

interface NetworkSetupProps {
  platforms: readonly PlatformState[]
  /** Whether the accounts page currently shows an error that the administrator can fix in these settings. */
  isWanted: boolean
}

export function NetworkSetup({ platforms, isWanted }: NetworkSetupProps) {
  const t = useTranslations('accounts.setup')
  const known = platforms.filter(({ platform, redirectUri }) => redirectUri !== null && !connectFormOf(platform))
  if (known.length === 0) return null
  const isUnsafe = known.some(({ redirectUri }) => redirectUri?.startsWith('http:'))
  return (
    <details className="group mt-8" open={isWanted || known.some(({ available }) => !available)}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control text-14 font-strong lg:min-h-8">
        <ChevronDown size={18} strokeWidth={1.75} className="group-open:rotate-180" />
        {t('title')}
      </summary>
      <p className="mt-1 max-w-measure text-14 text-ink-soft">{t('text')}</p>
      {isUnsafe && (
        <p className="mt-2 flex max-w-measure gap-2 text-14 text-lily-ink">
          <TriangleAlert size={18} strokeWidth={1.75} className="mt-px shrink-0" />
          {t('needsHttps')}
        </p>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {known.map((state) => (
          <Setup key={state.platform} state={state} />
        ))}
      </ul>
    </details>
  )
}

function Setup({ state: { platform, available, simulated, redirectUri } }: { state: PlatformState }) {
  const t = useTranslations('accounts.setup')
  const { name } = rulesOf(platform)
  const { id, secret } = variablesOf(platform)
  const address = redirectUri ?? ''

  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
      <div className="contents md:block md:min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-14 font-strong">
          <PlatformBadge platform={platform} size={18} />
          {name}
          <span className="text-13 font-text text-ink-soft">
            {t(simulated ? 'isSimulated' : available ? 'isSet' : 'isNotSet')}
          </span>
        </p>
        <span className="sr-only">{t('address', { platform: name })}</span>
        <code
          dir="ltr"
          className="block font-mono text-13 break-all select-all max-md:col-span-2 md:mt-1 rtl:text-right"
        >
          {address}
        </code>
        <div className="mt-1 flex flex-col gap-0.5 text-13 text-ink-soft max-md:col-span-2">
          {t('variables')}
          {[id, secret].map((name) => (
            <code key={name} dir="ltr" className="font-mono break-all text-ink rtl:text-right">
              {name}
            </code>
          ))}
        </div>
      </div>
      <Button
        size="sm"
        className="max-md:col-start-2 max-md:row-start-1"
        aria-label={t('copyLabel', { platform: name })}
        onClick={() => void copyText(address, { title: t('copied'), description: address }, t('copyFailed'))}
      >
        <Copy size={16} strokeWidth={1.75} />
        {t('copy')}
      </Button>
    </li>
  )
}
