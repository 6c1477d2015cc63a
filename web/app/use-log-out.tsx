import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorToast } from '../lib/error-text.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { openComposer } from '../lib/saved-drafts.ts'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'

const LogOutDialog = lazyDialog(() => import('./log-out-dialog.tsx'), ['leave'])

/** Logs out and deletes all typed text from this browser. First asks about texts that are not stored on the server. */
export function useLogOut(userId: string): { logOut: () => void; question: ReactNode } {
  const t = useTranslations('app')
  const toastError = useErrorToast()
  const [isAsking, setIsAsking] = useState(false)
  async function leave(isConfirmed: boolean): Promise<void> {
    try {
      const { hasUnsavedTexts, deleteTypedTexts } = await import('./typed-texts.ts')
      openComposer()?.saveNow()
      if (!isConfirmed && hasUnsavedTexts(userId)) return setIsAsking(true)
      await signOut(() => deleteTypedTexts(userId))
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toastError(t('logoutFailed'), error)
    }
  }
  return {
    logOut: () => void leave(false),
    question: isAsking && (
      <LogOutDialog userId={userId} onLeave={() => leave(true)} onClose={() => setIsAsking(false)} />
    ),
  }
}
