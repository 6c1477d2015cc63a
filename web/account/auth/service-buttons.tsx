import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { KeyRound } from '../../ui/icons.ts'
import { GoogleButton } from './google-button.tsx'
import { withServiceName } from './service-name.tsx'
import { serviceSignInPath } from './service-sign-in-path.ts'

/**
 * Buttons to sign in with other services. The build prerenders all of them, and CSS hides those that the server does
 * not offer.
 */
export function ServiceButtons() {
  const t = useTranslations('auth')
  return (
    <div data-part="services">
      <div className="flex flex-col gap-3">
        <OidcButton />
        <GoogleButton />
      </div>
      <p className="my-5 flex items-center gap-3 text-13 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </div>
  )
}

function OidcButton() {
  const t = useTranslations('auth')
  const [isStarting, setIsStarting] = useState(false)

  function start() {
    setIsStarting(true)
    location.assign(serviceSignInPath('oidc'))
  }

  return (
    <div data-part="oidc">
      <Button size="lg" className="w-full" isPending={isStarting} onClick={start}>
        {!isStarting && <KeyRound size={20} strokeWidth={1.75} />}
        <span>{t.rich('oidc', withServiceName)}</span>
      </Button>
    </div>
  )
}
