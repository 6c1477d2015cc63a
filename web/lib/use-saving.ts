import { useEffect, useState } from 'react'
import type { UserChange } from '#core/people/auth-contract.ts'
import { changeSettings } from './settings.ts'

const SAVED_NOTE_MS = 2_000

export type Saving = { state: 'idle' } | { state: 'saved' } | { state: 'failed'; error: unknown }

export function useSaving(): {
  saving: Saving
  /**
   * Saves a change, and tracks whether that worked.
   * @param act saves the change; if it throws, it has already restored the old value
   */
  save: (act: () => Promise<unknown>) => void
  change: (change: UserChange) => void
} {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  useEffect(() => {
    if (saving.state !== 'saved') return undefined
    const timer = setTimeout(() => setSaving({ state: 'idle' }), SAVED_NOTE_MS)
    return () => clearTimeout(timer)
  }, [saving])

  function save(act: () => Promise<unknown>) {
    setSaving({ state: 'idle' })
    act().then(
      () => setSaving({ state: 'saved' }),
      (error: unknown) => setSaving({ state: 'failed', error }),
    )
  }
  return { saving, save, change: (change) => save(() => changeSettings(change)) }
}
