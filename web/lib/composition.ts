/**
 * Hides key presses that belong to an input method from every key handler: there, Enter confirms a word and Escape
 * cancels it. Safari reports the confirming Enter after the composition, with the key code 229.
 */
export function ignoreComposingKeys(): void {
  const hide = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari gives no other sign
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hide, { capture: true })
}
