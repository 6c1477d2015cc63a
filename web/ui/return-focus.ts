import { useState } from 'react'

/** For a dialog's `onCloseAutoFocus`: returns the focus to where it was on opening. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // The opener may have disappeared with the decision.
    const back = opener?.isConnected ? opener : document.getElementById('content')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
}
