import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  isGenericTrouble,
  isConnectTrouble,
  type GenericTrouble,
  type ConnectTrouble,
} from '#core/accounts/connect-trouble.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { isPlatform, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { toast } from '../lib/toast.ts'
import { wasConnectedJustNow } from './account-state.ts'
import { forgetReturn, isReturning, useReturnToComposer } from './return-to-composer.ts'

interface ConnectedAccounts {
  platform: Platform
  ids: readonly string[]
}

export interface ConnectionError {
  platform: Platform
  trouble: Exclude<ConnectTrouble, GenericTrouble>
}

/**
 * Reads the result of a visit to the network's consent page from the URL, reports it once, and removes it. Anyone can
 * write such a URL, so it reports success only if the accounts confirm it. New accounts to choose from stay in the
 * URL until `onChosen`, so that a reload asks again.
 * @param accounts undefined until loaded
 */
export function useConnectionReturn(accounts: readonly SocialAccount[] | undefined): {
  addedAccounts: ConnectedAccounts | null
  onChosen: () => void
  trouble: ConnectionError | null
  onErrorClosed: () => void
  /** Whether the page opens the composer, which the user had left to connect an account. */
  isLeaving: boolean
} {
  const t = useTranslations('accounts')
  const [address] = useState(() => new URLSearchParams(location.search))
  const [addedAccounts, setAddedAccounts] = useState(() => newAccountsIn(address))
  const isReported = useRef(false)
  const returnToComposer = useReturnToComposer()
  const [mayLeave] = useState(isReturning)
  const [trouble, setTrouble] = useState(() => errorIn(address))
  const isStale =
    accounts !== undefined && addedAccounts !== null && !accounts.some(({ id }) => addedAccounts.ids.includes(id))

  useEffect(() => {
    if (address.has('error') || (address.has('connected') && !mayLeave && newAccountsIn(address) === null))
      clearReturnParams()
    const error = address.get('error')
    if (error !== null) forgetReturn()
    if (error === null || errorIn(address)) return
    if (error === 'oauth_cancelled') return toast({ title: t('errors.oauth_cancelled') })
    // For unknown error codes, the toast has only a title, because a description would repeat it.
    if (error !== 'invalid_state') return toast({ title: t('errors.other'), isDestructive: true })
    toast({ title: t('connectionFailed'), description: t('errors.invalid_state'), isDestructive: true })
  }, [address, mayLeave, t])

  useEffect(() => {
    if (!accounts || isReported.current || newAccountsIn(address)) return
    isReported.current = true
    const connected = connectedIn(address, accounts)
    if (connected === null) return mayLeave ? clearReturnParams() : undefined
    const platform = isolate(rulesOf(connected).name)
    toast({ title: t('connected', { platform }), description: t('connectedText', { platform }) })
    returnToComposer()
  }, [accounts, address, mayLeave, returnToComposer, t])

  const onChosen = useCallback(() => {
    clearReturnParams()
    setAddedAccounts(null)
    returnToComposer()
  }, [returnToComposer])
  useEffect(() => {
    if (isStale) clearReturnParams()
  }, [isStale])
  return {
    addedAccounts: isStale ? null : addedAccounts,
    onChosen,
    trouble,
    onErrorClosed: useCallback(() => setTrouble(null), []),
    isLeaving: mayLeave && (accounts === undefined || connectedIn(address, accounts) !== null),
  }
}

function newAccountsIn(address: URLSearchParams): ConnectedAccounts | null {
  const [connected, added] = [address.get('connected') ?? '', address.get('added') ?? '']
  return isPlatform(connected) && added !== '' ? { platform: connected, ids: added.split(',') } : null
}

/** The network that the user has just connected, if the accounts confirm it. */
function connectedIn(address: URLSearchParams, accounts: readonly SocialAccount[]): Platform | null {
  const connected = address.get('connected') ?? ''
  return isPlatform(connected) && wasConnectedJustNow(accounts, connected, new Date()) ? connected : null
}

function errorIn(address: URLSearchParams): ConnectionError | null {
  const [trouble, platform] = [address.get('error') ?? '', address.get('platform') ?? '']
  return isConnectTrouble(trouble) && !isGenericTrouble(trouble) && isPlatform(platform) ? { platform, trouble } : null
}

function clearReturnParams(): void {
  history.replaceState(history.state, '', location.pathname)
}
