import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { storageName } from '../lib/base-path.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { removeText } from '../lib/local-storage.ts'
import { deleteTexts, openComposer } from '../lib/saved-drafts.ts'
import { deleteUnsavedEdits } from '../posts/unsaved-edit.ts'
import { listUnsavedTexts } from '../posts/unsaved-texts.ts'

/**
 * Where the browser keeps texts for the composer: from the assistant (professional/assistant-angle.ts) and from other
 * apps (worker/).
 */
const HANDED_OVER_KEY = 'frogy_content_data'
const SHARED_CACHE = storageName('frogy-shared')

const LogOutDialog = lazyDialog(() => import('./log-out-dialog.tsx'), ['leave'])

/** Logs out and deletes all typed text from this browser. First asks about texts that are not stored on the server. */
export function useLogOut(userId: string): { logOut: () => void; question: ReactNode } {
  const t = useTranslations('app')
  const toastError = useErrorToast()
  const [isAsking, setIsAsking] = useState(false)
  async function leave(): Promise<void> {
    try {
      await signOut(() => {
        deleteTexts(userId)
        deleteUnsavedEdits(userId)
        removeText(HANDED_OVER_KEY)
        void globalThis.caches?.delete(SHARED_CACHE).catch(() => {})
      })
      toast({ title: t('loggedOut'), description: t('loggedOutText') })
    } catch (error) {
      toastError(t('logoutFailed'), error)
    }
  }
  return {
    logOut: () => {
      openComposer()?.saveNow()
      if (listUnsavedTexts(userId).length === 0) void leave()
      else setIsAsking(true)
    },
    question: isAsking && <LogOutDialog userId={userId} onLeave={leave} onClose={() => setIsAsking(false)} />,
  }
}
