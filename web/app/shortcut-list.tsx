import { useEffect, useState, type ReactNode } from 'react'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { isHelpShortcutOn } from '../lib/help-shortcut.ts'

const KeysDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), ['keys'])

export function useShortcutList(): { showKeys: () => void; keysDialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const showKeys = () => setIsOpen(true)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Opens the list of shortcuts with the key `?`, or `؟` (the Arabic question mark) on Arabic keyboards.
      if ((event.key !== '?' && event.key !== '؟') || isTyping(event.target) || !isHelpShortcutOn()) return
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
