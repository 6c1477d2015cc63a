import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isBrief, isConnectTrouble, type BriefTrouble, type ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { isPlatform, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { toast } from '../lib/toast.ts'
import { wasConnectedJustNow } from './account-state.ts'

/** What a sign-in brought, when it was more than one account. */
export interface Brought {
  platform: Platform
  /** Of the accounts that were not connected before. */
  ids: readonly string[]
}

/** Why a sign-in brought nothing, where there is more to say than that. */
export interface Trouble {
  platform: Platform
  trouble: Exclude<ConnectTrouble, BriefTrouble>
}

/**
 * How a visit to the network's consent page ended: told once, and taken off the address. Anybody can write that, so that
 * only what the accounts bear out is celebrated. Where the visit brought several of them, the address keeps these until
 * `onChosen`: a page that is loaded anew asks again.
 * @param accounts undefined until they were read
 */
export function useConnectionReturn(accounts: readonly SocialAccount[] | undefined): {
  brought: Brought | null
  onChosen: () => void
  trouble: Trouble | null
  onTroubleSeen: () => void
} {
  const t = useTranslations('accounts')
  const [address] = useState(() => new URLSearchParams(location.search))
  const [brought, setBrought] = useState(() => broughtBy(address))
  const isTold = useRef(false)
  const [trouble, setTrouble] = useState(() => troubleIn(address))
  const isStale = accounts !== undefined && brought !== null && !accounts.some(({ id }) => brought.ids.includes(id))

  useEffect(() => {
    if (address.has('error') || (address.has('connected') && broughtBy(address) === null)) forgetReturn()
    const error = address.get('error')
    if (error === null || troubleIn(address)) return
    // Their own doing is no failure.
    if (error === 'oauth_cancelled') return toast({ title: t('errors.oauth_cancelled') })
    const known = error === 'invalid_state' ? error : 'other'
    toast({ title: t('connectionFailed'), description: t(`errors.${known}`), isDestructive: true })
  }, [address, t])

  useEffect(() => {
    const connected = address.get('connected') ?? ''
    if (!accounts || isTold.current || broughtBy(address)) return
    isTold.current = true
    if (!isPlatform(connected) || !wasConnectedJustNow(accounts, connected, new Date())) return
    const platform = isolate(rulesOf(connected).name)
    toast({ title: t('connected', { platform }), description: t('connectedText', { platform }) })
  }, [accounts, address, t])

  const onChosen = useCallback(() => {
    forgetReturn()
    setBrought(null)
  }, [])
  useEffect(() => {
    if (isStale) forgetReturn()
  }, [isStale])
  return {
    brought: isStale ? null : brought,
    onChosen,
    trouble,
    onTroubleSeen: useCallback(() => setTrouble(null), []),
  }
}

function broughtBy(address: URLSearchParams): Brought | null {
  const [connected, added] = [address.get('connected') ?? '', address.get('added') ?? '']
  return isPlatform(connected) && added !== '' ? { platform: connected, ids: added.split(',') } : null
}

function troubleIn(address: URLSearchParams): Trouble | null {
  const [trouble, platform] = [address.get('error') ?? '', address.get('platform') ?? '']
  return isConnectTrouble(trouble) && !isBrief(trouble) && isPlatform(platform) ? { platform, trouble } : null
}

function forgetReturn(): void {
  history.replaceState(history.state, '', location.pathname)
}
