import { useEffect, useState } from 'react'
import type { UserChange } from '#core/people/auth-contract.ts'
import { changeSettings } from './settings.ts'

/** How long a row shows "Saved". */
const SAVED_NOTE_MS = 2_000

export type Saving = { did: 'nothing' } | { did: 'saved' } | { did: 'failed'; because: unknown }

/** Saves a row's value and tracks the result. */
export function useSaving(): {
  saving: Saving
  /** @param act restores the old value if it throws */
  save: (act: () => Promise<unknown>) => void
  change: (change: UserChange) => void
} {
  const [saving, setSaving] = useState<Saving>({ did: 'nothing' })
  useEffect(() => {
    if (saving.did !== 'saved') return undefined
    const timer = setTimeout(() => setSaving({ did: 'nothing' }), SAVED_NOTE_MS)
    return () => clearTimeout(timer)
  }, [saving])

  function save(act: () => Promise<unknown>) {
    setSaving({ did: 'nothing' })
    act().then(
      () => setSaving({ did: 'saved' }),
      (because: unknown) => setSaving({ did: 'failed', because }),
    )
  }
  return { saving, save, change: (change) => save(() => changeSettings(change)) }
}
