import { useTranslations } from 'use-intl'
import { useErrorToast } from '../lib/error-text.ts'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { removeText } from '../lib/local-storage.ts'
import { deleteStoredTexts } from '../lib/saved-drafts.ts'
import { deleteUnsavedEdits } from '../posts/unsaved-edit.ts'

/** Texts from the assistant (professional/assistant-angle.ts) and from other apps (worker/). */
const HANDED_OVER_KEY = 'frogy_content_data'
const SHARED_CACHE = 'frogy-shared'

export function useLogOut(userId: string): () => Promise<void> {
  const t = useTranslations('app')
  const toastError = useErrorToast()
  return async () => {
    try {
      await signOut()
      deleteUnsavedEdits(userId)
      // The composer saves its last state when it leaves the screen.
      setTimeout(() => deleteStoredTexts(userId))
      removeText(HANDED_OVER_KEY)
      void globalThis.caches?.delete(SHARED_CACHE).catch(() => {})
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toastError(t('logoutFailed'), error)
    }
  }
}
