import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlatform, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'

/** What a sign-in brought, when it was more than one account. */
export interface Brought {
  platform: Platform
  /** Of the accounts that were not connected before. */
  ids: readonly string[]
}

/**
 * Says how a visit to the network's consent page ended, once, and takes it off the address. Where that visit brought
 * several accounts, the address keeps them until `onChosen`: a page that is loaded anew asks again.
 */
export function useConnectionReturn(): { brought: Brought | null; onChosen: () => void } {
  const t = useTranslations('accounts')
  const [brought, setBrought] = useState(broughtByAddress)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const connected = query.get('connected')
    const error = query.get('error')
    if (brought !== null || (connected === null && error === null)) return
    forgetReturn()

    if (connected !== null) {
      const platform = isPlatform(connected) ? isolate(rulesOf(connected).name) : isolate(connected)
      toast({ title: t('connected', { platform }), description: t('connectedText', { platform }) })
      void invalidate('/api/social-accounts')
    } else {
      const known = error === 'oauth_cancelled' || error === 'invalid_state' ? error : 'other'
      toast({ title: t('connectionFailed'), description: t(`errors.${known}`), isDestructive: true })
    }
  }, [brought, t])

  const onChosen = useCallback(() => {
    forgetReturn()
    setBrought(null)
  }, [])
  return { brought, onChosen }
}

function broughtByAddress(): Brought | null {
  const query = new URLSearchParams(location.search)
  const [connected, added] = [query.get('connected') ?? '', query.get('added') ?? '']
  return isPlatform(connected) && added !== '' ? { platform: connected, ids: added.split(',') } : null
}

function forgetReturn(): void {
  history.replaceState(history.state, '', location.pathname)
}
