import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isPlatform, rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'

/** Says how a visit to the network's consent page ended, once, and takes it off the address. */
export function useConnectionReturn(): void {
  const t = useTranslations('accounts')
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const connected = query.get('connected')
    const error = query.get('error')
    if (connected === null && error === null) return
    history.replaceState(history.state, '', location.pathname)

    if (connected !== null) {
      const platform = isPlatform(connected) ? isolate(rulesOf(connected).name) : isolate(connected)
      toast({ title: t('connected', { platform }), description: t('connectedText', { platform }) })
      void invalidate('/api/social-accounts')
    } else {
      const known = error === 'oauth_cancelled' || error === 'invalid_state' ? error : 'other'
      toast({ title: t('connectionFailed'), description: t(`errors.${known}`), isDestructive: true })
    }
  }, [t])
}
