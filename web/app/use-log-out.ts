import { useTranslations } from 'use-intl'
import { useErrorToast } from '../lib/error-text.ts'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { deleteUnsavedEdits } from '../posts/unsaved-edit.ts'

export function useLogOut(userId: string): () => Promise<void> {
  const t = useTranslations('app')
  const toastError = useErrorToast()
  return async () => {
    try {
      await signOut()
      deleteUnsavedEdits(userId)
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toastError(t('logoutFailed'), error)
    }
  }
}
