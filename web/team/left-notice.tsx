import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addressIn, sharedStorageName } from '../lib/base-path.ts'
import { isolate } from '../lib/isolate.ts'

/** Holds the name of the workspace that this tab has left, for the next page. */
const LEFT = sharedStorageName('frogy.left-workspace')

/** Opens the user's own list of workspaces. @param name the workspace that the user is no longer a member of, if any */
export function leaveFor(name: string | undefined): void {
  try {
    if (name !== undefined) sessionStorage.setItem(LEFT, name)
  } catch {
    // Without storage, the list opens without the sentence.
  }
  location.replace(addressIn(undefined, '/team'))
}

/** Says once that the user is no longer a member of a workspace. */
export function LeftNotice() {
  const t = useTranslations('team.left')
  const [name] = useState(takeName)
  if (name === null) return null
  return (
    <p role="alert" className="mt-4 rounded-control bg-lily-wash p-3 text-14">
      {t('notice', { name: isolate(name) })}
    </p>
  )
}

function takeName(): string | null {
  try {
    const name = sessionStorage.getItem(LEFT)
    sessionStorage.removeItem(LEFT)
    return name
  } catch {
    return null
  }
}
