let isPressed = false
// Without a document, the build is prerendering pages.
if (globalThis.document) {
  addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true })
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => (isPressed = false), { capture: true, passive: true })
}

/**
 * Delays work after a blur until the pointer is released. Otherwise a layout change could move the pressed button
 * away and lose the click.
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
