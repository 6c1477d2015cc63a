import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { UserChange } from '#core/auth/contract.ts'
import { call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'

const SHOWN_MS = 2_000

/** Stores a change of the person as it is made; `isSaved` holds for a moment afterwards. */
export function useSaving() {
  const t = useTranslations('profile')
  const errorText = useErrorText()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (savedAt === null) return undefined
    const timer = setTimeout(() => setSavedAt(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [savedAt])

  /** @returns whether it was stored; where not, the person has been told why */
  async function save(body: UserChange): Promise<boolean> {
    try {
      queryClient.setQueryData(userQuery.queryKey, await call('PATCH /api/user', { body }))
      setSavedAt(performance.now())
      return true
    } catch (error) {
      toast({ title: t('notSaved'), description: errorText(error), isDestructive: true })
      return false
    }
  }
  return { isSaved: savedAt !== null, save }
}
