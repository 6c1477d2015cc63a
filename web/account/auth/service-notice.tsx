import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { readSignInError } from '#core/people/sign-in-error.ts'
import { CircleAlert } from '../../ui/icons.ts'
import { TextButton } from './form-parts.tsx'
import { withServiceName } from './service-name.tsx'

export type ServiceError = NonNullable<ReturnType<typeof readSignInError>>

export function ServiceNotice({
  error: { service, trouble },
  onForgot,
}: {
  error: ServiceError
  onForgot: () => void
}) {
  const t = useTranslations('auth')
  const [title, text] = messageFor()
  return (
    <div role="alert" className="mb-6 flex gap-2.5 border-s-2 border-coral ps-3 text-14">
      <CircleAlert size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-coral" />
      <div>
        <p className="font-strong">{title}</p>
        {text && <p className="mt-0.5 text-ink-soft">{text}</p>}
        {trouble === 'unconfirmed' && <TextButton onClick={onForgot}>{t('signIn.forgot')}</TextButton>}
      </div>
    </div>
  )

  function messageFor(): [title: string, text?: ReactNode] {
    if (service === 'oidc' || trouble === 'group')
      return [t('authenticationFailed'), t.rich(`oidcTroubles.${trouble}`, withServiceName)]
    if (trouble === 'unavailable') return [t('googleUnavailable'), t('googleUnavailableText')]
    if (trouble === 'not_started') return [t('googleFailed')]
    return [t('authenticationFailed'), t(`googleTroubles.google_${trouble}`)]
  }
}
