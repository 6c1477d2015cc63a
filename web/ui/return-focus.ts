import { useState } from 'react'

/** A handler for a dialog's `onCloseAutoFocus`. Returns the focus to the element that had it when the dialog opened. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // The element may be gone after what the user decided in the dialog.
    const back = opener?.isConnected ? opener : document.getElementById('content')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
}
