import { readText, saveText } from './local-storage.ts'
import { createStore } from './store.ts'

const HIDDEN_FOR = 'frogy.confirm-notice-hidden-for'

/**
 * The email address whose confirmation notice the user closed in this browser. After that, only the notification list
 * asks to confirm it.
 */
const hiddenFor = createStore<string | null>(globalThis.document ? readText(HIDDEN_FOR) : null)

export function hideConfirmNotice(email: string): void {
  saveText(HIDDEN_FOR, email)
  hiddenFor.set(email)
}

export const useConfirmNoticeHiddenFor = hiddenFor.useValue
