import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { openComposer } from '../lib/saved-drafts.ts'
import { listUnsavedTexts } from '../posts/unsaved-texts.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

const OPENING_LENGTH = 80

interface LeaveProps {
  userId: string
  title: string
  /** The label of the button that leaves. */
  label: string
  onLeave: () => void
}

/** Leaves a page that the member may no longer see. If the member typed texts there, first offers to copy them. */
export function LeaveWorkspace({ userId, title, label, onLeave }: LeaveProps) {
  const t = useTranslations('team.left')
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
          <Button onClick={onLeave}>{label}</Button>
          <Button
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

/** The user's texts that are not on the server, also those in fields of the page, such as a comment. */
function typedTexts(userId: string): string[] {
  openComposer()?.saveNow()
  const stored = listUnsavedTexts(userId).map(({ text }) => text)
  // The composer stores its fields itself.
  const fields = openComposer() ? [] : [...document.querySelectorAll<HTMLElement>('textarea, [contenteditable=true]')]
  const typed = fields.map((field) => (field instanceof HTMLTextAreaElement ? field.value : field.innerText).trim())
  return [...new Set([...stored, ...typed])].filter((text) => text !== '')
}
