/**
 * In an input method (IME), Enter confirms the word being composed, and Escape cancels it. Hides these key presses from
 * every key handler. Safari reports the confirming Enter after the composition, with the key code 229.
 */
export function ignoreComposingKeys(): void {
  const hide = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari gives no other sign
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hide, { capture: true })
}
