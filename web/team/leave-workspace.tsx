import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import type { ApiError } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { openComposer } from '../lib/saved-drafts.ts'
import { listUnsavedTexts } from '../posts/unsaved-texts.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { leaveFor } from './left-notice.tsx'

const OPENING_LENGTH = 80

interface LeaveProps {
  userId: string
  name: string
  /** Why the workspace is closed to the member; null if only the member's role was lowered. */
  closed: ApiError | null
  onReload: () => void
}

/** Leaves a page that the member may no longer see. If the member typed texts there, first offers to copy them. */
export default function LeaveWorkspace({ userId, name, closed, onReload }: LeaveProps) {
  const t = useTranslations('team.left')
  const reloadLabel = useTranslations('team.rights')('reload')
  const errorText = useErrorText()
  const isSuspended = closed?.code === 'workspace_suspended'
  const values = { name: isolate(name) }
  const title = isSuspended ? errorText(closed) : t(closed ? 'title' : 'lowered', values)
  // Pass no name for a suspended workspace, because the list of workspaces shows the reason of the suspension.
  const onLeave = closed ? () => leaveFor(isSuspended ? undefined : name) : onReload
  const [texts] = useState(() => typedTexts(userId))
  const isEmpty = texts.length === 0
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isEmpty) leave()
  }, [isEmpty])
  if (isEmpty) return null
  return (
    <Dialog title={title} description={t('text')} isHeld onClose={onLeave}>
      <ul className="divide-y divide-line border-y border-line text-14">
        {texts.map((text) => (
          <li key={text} dir="auto" className="py-2 wrap-anywhere">
            {openingOf(text, OPENING_LENGTH)}
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <DialogActions>
          <Button onClick={onLeave}>{closed ? t('leave') : reloadLabel}</Button>
          <Button
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- otherwise the dialog focuses its close button
            autoFocus
            variant="primary"
            onClick={() => void copyText(texts.join('\n\n'), { title: t('copied') }, t('copyFailed'))}
          >
            {t('copy')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** The user's texts that are not on the server, including those in fields of the page, such as a comment. */
function typedTexts(userId: string): string[] {
  openComposer()?.saveNow()
  const stored = listUnsavedTexts(userId).map(({ text }) => text)
  // Skip the composer's fields, which it stores itself.
  const fields = openComposer() ? [] : [...document.querySelectorAll<HTMLElement>('textarea, [contenteditable=true]')]
  const typed = fields.map((field) => (field instanceof HTMLTextAreaElement ? field.value : field.innerText).trim())
  return [...new Set([...stored, ...typed])].filter((text) => text !== '')
}
