import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addressIn, sharedStorageName } from '../lib/base-path.ts'
import { isolate } from '../lib/isolate.ts'
import { readText, removeText, saveText } from '../lib/local-storage.ts'

/** Holds the name of the workspace that this tab has left, for the next page. */
const LEFT = 'frogy.left-workspace'

/** Opens the user's own list of workspaces. @param name the workspace that the user is no longer a member of, if any */
export function leaveFor(name: string | undefined): void {
  if (name !== undefined) saveText(LEFT, name, sharedStorageName, 'tab')
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
  const name = readText(LEFT, sharedStorageName, 'tab')
  removeText(LEFT, sharedStorageName, 'tab')
  return name
}
