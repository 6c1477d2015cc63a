import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

type Credential = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }

/** Whether this browser supports passkeys. False while the page is prerendered. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window && isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname),
    () => false,
  )
}

export async function createPasskey(options: Record<string, unknown>): Promise<Credential | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return await undefinedIfCancelled(startRegistration({ optionsJSON }))
}

export async function signWithPasskey(options: Record<string, unknown>): Promise<Credential | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return await undefinedIfCancelled(startAuthentication({ optionsJSON }))
}

/** Browsers report a cancelled prompt, a missing passkey and a timeout with the same error. */
async function undefinedIfCancelled(prompt: Promise<object>): Promise<Credential | undefined> {
  try {
    return (await prompt) as Credential
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
    throw error
  }
}
