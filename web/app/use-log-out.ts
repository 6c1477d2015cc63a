import { useTranslations } from 'use-intl'
import { useErrorText } from '../lib/error-text.ts'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { deleteUnsavedEdits } from '../posts/unsaved-edit.ts'

export function useLogOut(userId: string): () => Promise<void> {
  const t = useTranslations('app')
  const errorText = useErrorText()
  return async () => {
    try {
      await signOut()
      deleteUnsavedEdits(userId)
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toast({ title: t('logoutFailed'), description: errorText(error), isDestructive: true })
    }
  }
}
