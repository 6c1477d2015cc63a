import { sharedStorageName } from './base-path.ts'
import { removeText, saveText } from './local-storage.ts'

/** The storage key through which other tabs learn of a log-out, by the `storage` event. It is removed immediately. */
const KEY = 'frogy.logged-out'
const loggedOut = new Set<string>()

/** After a log-out, stops all tabs of this browser from storing this user's typed text. */
export function forgetTexts(userId: string): void {
  loggedOut.add(userId)
  saveText(KEY, userId, sharedStorageName)
  removeText(KEY, sharedStorageName)
}

export function rememberTexts(userId: string): void {
  loggedOut.delete(userId)
}

export const areTextsForgotten = (userId: string): boolean => loggedOut.has(userId)

export function followLogOuts(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === sharedStorageName(KEY) && newValue) loggedOut.add(newValue)
  })
}
