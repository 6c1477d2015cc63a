import { useState } from 'react'

/** For a dialog's `onCloseAutoFocus`: takes the focus back to where it was when the dialog opened. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // What opened it may have gone with what was decided in it.
    const back = opener?.isConnected ? opener : document.getElementById('content')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
}
