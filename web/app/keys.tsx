import { useEffect, useState } from 'react'
import { laterDialog } from '../lib/later-dialog.tsx'

const KeysDialog = laterDialog(() => import('./keys-dialog.tsx'), ['keys'])

/** Shows what each key does when `?` is pressed anywhere but in a field. */
export function Keys() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An Arabic keyboard has a question mark of its own.
      if ((event.key !== '?' && event.key !== '؟') || isTyping(event.target)) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return isOpen && <KeysDialog onClose={() => setIsOpen(false)} />
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  )
}
