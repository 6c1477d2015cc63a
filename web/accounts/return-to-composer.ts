import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { storageName } from '../lib/base-path.ts'
import { readText, removeText, saveText } from '../lib/local-storage.ts'

const KEY = 'frogy.return'

/** Saves the composer's path before the user leaves the composer to connect an account. */
export const saveReturn = (path: string): void => saveText(KEY, path, storageName, 'tab')

/** Whether the user left the composer to connect an account, and now comes from the network. */
export function isReturning(): boolean {
  const address = new URLSearchParams(location.search)
  return address.has('connected') && !address.has('added') && readText(KEY, storageName, 'tab') !== null
}

export const forgetReturn = (): void => removeText(KEY, storageName, 'tab')

/** @returns a function that opens the composer again if the user left it to connect an account */
export function useReturnToComposer(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    const path = readText(KEY, storageName, 'tab')
    forgetReturn()
    if (path !== null) navigate(path, { replace: true })
  }, [navigate])
}
