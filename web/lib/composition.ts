/**
 * Hides the keys of an input method from every key handler: while it composes, Enter confirms a word and Escape ends the
 * choice. Safari reports the confirming Enter after the composition, with the key code 229.
 */
export function ignoreComposingKeys(): void {
  const hide = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari gives no other sign
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', hide, { capture: true })
}
