import { useEffect } from 'react'

const DRAFT = '[data-draft]'

export function goToDraft(id: string): void {
  go(document.querySelector<HTMLElement>(`[data-draft="${CSS.escape(id)}"]`))
}

export function useDraftKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.altKey && !event.ctrlKey && !event.metaKey ? STEPS[event.key] : undefined
      const from = event.target
      // In a select, the same key opens its list. A dialog covers the drafts.
      if (step === undefined || !(from instanceof Element) || from.closest('select, [role=dialog], [role=alertdialog]'))
        return
      const drafts = [...document.querySelectorAll<HTMLElement>(DRAFT)]
      const here = from.closest<HTMLElement>(DRAFT)
      const next = here ? drafts[drafts.indexOf(here) + step] : drafts.at(step > 0 ? 0 : -1)
      if (!next) return
      event.preventDefault()
      go(next)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

function go(draft: HTMLElement | null): void {
  const id = draft?.closest('[hidden]') && draft.dataset.draft
  if (id) document.querySelector<HTMLElement>(`[data-shows="${CSS.escape(id)}"]`)?.click()
  const enter = () => {
    draft?.focus({ preventScroll: true })
    draft?.scrollIntoView({ block: 'start' })
  }
  if (id) requestAnimationFrame(enter)
  else enter()
}
