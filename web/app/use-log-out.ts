import { useTranslations } from 'use-intl'
import { useErrorToast } from '../lib/error-text.ts'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { removeText } from '../lib/local-storage.ts'
import { deleteStoredTexts } from '../lib/saved-drafts.ts'
import { deleteUnsavedEdits } from '../posts/unsaved-edit.ts'

/**
 * Other places with the user's texts: those handed over from the assistant (professional/assistant-angle.ts) and from
 * other apps (worker/).
 */
const HANDED_OVER_KEY = 'frogy_content_data'
const SHARED_CACHE = 'frogy-shared'

export function useLogOut(userId: string): () => Promise<void> {
  const t = useTranslations('app')
  const toastError = useErrorToast()
  return async () => {
    try {
      await signOut()
      deleteUnsavedEdits(userId)
      // Waits until the composer has left the screen, because it then saves its last state.
      setTimeout(() => deleteStoredTexts(userId))
      removeText(HANDED_OVER_KEY)
      void globalThis.caches?.delete(SHARED_CACHE).catch(() => {})
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toastError(t('logoutFailed'), error)
    }
  }
}
