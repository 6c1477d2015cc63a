let isPressed = false
// Not where pages are drawn beforehand.
if (globalThis.document) {
  addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true })
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => (isPressed = false), { capture: true, passive: true })
}

/**
 * Does what follows from leaving a field once the button is let go that was pressed meanwhile: what it shows, or takes
 * away, could move that button from under the pointer, and the press would be lost.
 */
export function afterPointerRelease(act: () => void): void {
  if (!isPressed) return act()
  const over = new AbortController()
  const soon = () => {
    over.abort()
    setTimeout(act)
  }
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, soon, { capture: true, signal: over.signal })
}
