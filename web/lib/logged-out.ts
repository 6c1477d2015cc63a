import { storageName } from './base-path.ts'
import { removeText, saveText } from './local-storage.ts'

/** Reaches the other tabs by their `storage` event. It names the user for a moment only. */
const KEY = 'frogy.logged-out'
const loggedOut = new Set<string>()

/** After a log-out, no tab of this browser stores what this user typed. */
export function forgetTexts(userId: string): void {
  loggedOut.add(userId)
  saveText(KEY, userId)
  removeText(KEY)
}

export function rememberTexts(userId: string): void {
  loggedOut.delete(userId)
}

export const areTextsForgotten = (userId: string): boolean => loggedOut.has(userId)

export function followLogOuts(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageName(KEY) && newValue) loggedOut.add(newValue)
  })
}
