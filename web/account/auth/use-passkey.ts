import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

/** What a browser has made or signed, as the server takes it. */
type Signed = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }

/** Whether this browser can have passkeys at all. Not known where pages are drawn beforehand. */
export function usePasskeysKnown(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window && isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname),
    () => false,
  )
}

/** Has the device make a passkey. @returns undefined where its person thought better of it */
export async function makePasskey(options: Record<string, unknown>): Promise<Signed | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return await unlessRefused(startRegistration({ optionsJSON }))
}

/** Has the device sign. @returns undefined where its person thought better of it */
export async function signByPasskey(options: Record<string, unknown>): Promise<Signed | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return await unlessRefused(startAuthentication({ optionsJSON }))
}

/** Browsers tell by one error whether somebody pressed Cancel, had no passkey, or took too long. */
async function unlessRefused(asked: Promise<object>): Promise<Signed | undefined> {
  try {
    return (await asked) as Signed
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
    throw error
  }
}
