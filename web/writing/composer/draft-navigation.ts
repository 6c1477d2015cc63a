/** Moves the focus to a draft, after React has shown its network and language. */
export function focusDraft(id: string): void {
  requestAnimationFrame(() => {
    const draft = document.querySelector<HTMLElement>(`[data-draft="${CSS.escape(id)}"]`)
    draft?.focus({ preventScroll: true })
    draft?.scrollIntoView({ block: 'nearest' })
  })
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Returns 1 for the key to the next draft (Alt+↓) and -1 for the previous one (Alt+↑). Undefined for all other keys.
 */
export function draftStep(event: KeyboardEvent): number | undefined {
  const step = event.altKey && !event.ctrlKey && !event.metaKey ? STEPS[event.key] : undefined
  const from = event.target
  // Ignore the key in a select, where it opens the options, and in a dialog, which covers the drafts.
  if (!(from instanceof Element) || from.closest('select, [role=dialog], [role=alertdialog]')) return undefined
  return step
}
