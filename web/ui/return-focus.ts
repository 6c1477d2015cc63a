import { useState } from 'react'

/** A handler for a dialog's `onCloseAutoFocus`. Returns the focus to the element that had it when the dialog opened. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // The dialog's action may have removed the element. The focus then moves to the page's content.
    const back = opener?.isConnected ? opener : document.getElementById('content')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
}
