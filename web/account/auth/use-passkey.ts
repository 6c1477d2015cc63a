import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

/** A credential in the form that the server expects. */
type Signed = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }

/** Whether this browser supports passkeys. False while the page is prerendered. */
export function usePasskeysKnown(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window && isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname),
    () => false,
  )
}

/** Creates a passkey on the device. @returns undefined if the user cancels */
export async function makePasskey(options: Record<string, unknown>): Promise<Signed | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return await unlessRefused(startRegistration({ optionsJSON }))
}

/** Signs a challenge with a passkey. @returns undefined if the user cancels */
export async function signByPasskey(options: Record<string, unknown>): Promise<Signed | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return await unlessRefused(startAuthentication({ optionsJSON }))
}

/** Browsers use the same error for a cancel, a missing passkey and a timeout. */
async function unlessRefused(asked: Promise<object>): Promise<Signed | undefined> {
  try {
    return (await asked) as Signed
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
    throw error
  }
}
