import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const SHOW_DELAY_MS = 700
/** For this long after a tooltip disappears, the next one appears without delay. */
const SKIP_MS = 300
/** How long a tooltip stays after the pointer leaves the button, so that the pointer can reach the tooltip. */
const HIDE_DELAY_MS = 100
const GAP_PX = 6
const EDGE_PX = 8
/** Modifier keys. Pressing one alone does nothing. */
const MODIFIERS = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift'])

/**
 * Shows the label of the hovered or focused button as a tooltip, or the text in `data-tip`. Screen readers read the
 * label itself.
 */
export function Tooltips() {
  const [of, setOf] = useState<HTMLElement | null>(null)
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => watchTooltips(setOf, (element) => tip.current?.contains(element) ?? false), [])
  useLayoutEffect(() => {
    if (of && tip.current) placeTooltip(tip.current, of)
  }, [of])
  return (
    of && (
      <div
        ref={tip}
        aria-hidden="true"
        className="appears fixed z-60 rounded-control bg-ink px-2.5 py-1.5 text-13 text-paper"
      >
        {of.dataset.tip || of.ariaLabel}
      </div>
    )
  )
}

/**
 * Reports which button's tooltip to show.
 * @returns a function that stops watching
 */
function watchTooltips(show: (of: HTMLElement | null) => void, isTip: (element: Element) => boolean): () => void {
  const over = new AbortController()
  let [shown, timer, hiddenAt] = [null as HTMLElement | null, 0, -Infinity]

  function change(wanted: HTMLElement | null, afterMs: number) {
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      // Shows no tooltip over the open menu of the same button.
      const next = wanted?.matches('[aria-haspopup][aria-expanded=true]') ? null : wanted
      if (shown && !next) hiddenAt = performance.now()
      shown = next
      show(next)
    }, afterMs)
  }
  const hide = () => change(null, 0)
  const named = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

  function onPointerOver({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch') return
    const next = named(target)
    if (next && next !== shown) {
      const isNext = shown !== null || performance.now() - hiddenAt < SKIP_MS
      change(next, isNext ? 0 : SHOW_DELAY_MS)
    } else if (next || isTip(target as Element)) clearTimeout(timer)
    else change(null, HIDE_DELAY_MS)
  }

  // Any key that acts hides the tooltip, so that a later Escape reaches the page: it may cancel a move by keyboard.
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || MODIFIERS.has(event.key)) return
    if (shown && event.key === 'Escape') event.stopPropagation()
    hide()
  }

  const options = { capture: true, signal: over.signal }
  document.addEventListener('pointerover', onPointerOver, options)
  document.addEventListener(
    'focusin',
    ({ target }) => named(target)?.matches(':focus-visible') && change(named(target), 0),
    options,
  )
  for (const event of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(event, hide, options)
  document.addEventListener('keydown', onKeyDown, options)
  addEventListener('resize', hide, options)
  // This module loads after the first interaction, so a button may already be hovered or focused.
  const focused = document.querySelector<HTMLElement>('[data-tip]:focus-visible')
  change(focused ?? document.querySelector<HTMLElement>('[data-tip]:hover'), focused ? 0 : SHOW_DELAY_MS)
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}

/** Places the tooltip above the button, or below if there is no space, and always inside the window. */
function placeTooltip(tip: HTMLElement, of: HTMLElement): void {
  const { top, bottom, left, width } = of.getBoundingClientRect()
  const above = top - tip.offsetHeight - GAP_PX
  const middle = left + (width - tip.offsetWidth) / 2
  tip.style.top = `${above < EDGE_PX ? bottom + GAP_PX : above}px`
  tip.style.left = `${Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - tip.offsetWidth - EDGE_PX))}px`
}
