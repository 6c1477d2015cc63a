import { Suspense, useEffect, useState } from 'react'
import { loadMessages } from '../lib/language.ts'
import { atOnce } from './pages.ts'

// It comes with its own words, to whoever asks.
const { start, Screen: KeysDialog } = atOnce(() =>
  Promise.all([import('./keys-dialog.tsx'), loadMessages(['keys'])]).then(([dialog]) => dialog),
)

/** Shows what each key does when `?` is pressed anywhere but in a field. */
export function Keys() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An Arabic keyboard has a question mark of its own.
      if ((event.key !== '?' && event.key !== '؟') || isTyping(event.target)) return
      event.preventDefault()
      start().then(
        () => setIsOpen(true),
        () => {},
      )
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    isOpen && (
      <Suspense>
        <KeysDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  )
}
