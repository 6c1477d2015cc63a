import { readText, saveText } from './local-storage.ts'
import { createStore } from './store.ts'

const HIDDEN_FOR = 'frogy.confirm-notice-hidden-for'

/** The address whose notice the user closed in this browser. From then on, only the bell asks to confirm it. */
const hiddenFor = createStore<string | null>(globalThis.document ? readText(HIDDEN_FOR) : null)

export function hideConfirmNotice(email: string): void {
  saveText(HIDDEN_FOR, email)
  hiddenFor.set(email)
}

export const useConfirmNoticeHiddenFor = hiddenFor.useValue
