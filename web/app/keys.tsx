import { useEffect, useState, type ReactNode } from 'react'
import { laterDialog } from '../lib/later-dialog.tsx'
import { isListKeyOn } from '../lib/list-key.ts'

const KeysDialog = laterDialog(() => import('./keys-dialog.tsx'), ['keys'])

/** What each key does, shown by the menu and by `?` pressed anywhere but in a field. */
export function useKeys(): { showKeys: () => void; keysDialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const showKeys = () => setIsOpen(true)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An Arabic keyboard has a question mark of its own.
      if ((event.key !== '?' && event.key !== '؟') || isTyping(event.target) || !isListKeyOn()) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const keysDialog = isOpen && <KeysDialog onClose={() => setIsOpen(false)} />
  return { showKeys, keysDialog }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  )
}
