import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'

/** The value of the open tab, and the prefix of the ids of tabs and panels. */
const Shown = createContext({ value: '', id: '' })

interface TabsProps<Value extends string> {
  ref?: Ref<HTMLDivElement>
  label: string
  value: Value
  tabs: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  children: ReactNode
}

/**
 * Tabs with manual activation: arrow keys move the focus, and Enter or Space opens a tab, because opening can have
 * effects.
 */
export function Tabs<Value extends string>({ ref, label, value, tabs, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  /** The tab that has the focus. From it, the Tab key leads into the panel. */
  const [reached, setReached] = useState<Value | null>(null)

  function onKeyDown(event: KeyboardEvent) {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const next = isArrow ? at + (event.key === forward ? 1 : -1) : { Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  return (
    <div ref={ref}>
      <div ref={list} role="tablist" aria-label={label} className="flex gap-x-3.5 border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-${tab.value}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === (reached ?? value) ? 0 : -1}
            onKeyDown={onKeyDown}
            onFocus={() => setReached(tab.value)}
            onBlur={() => setReached(null)}
            onClick={() => onChange(tab.value)}
            className="relative -mx-1 min-h-(--control) rounded-control px-2 first:-ms-2 text-14 text-ink-soft transition-colors duration-(--fast) after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 hover:text-ink aria-selected:font-strong aria-selected:text-ink aria-selected:after:bg-pond"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <Shown value={{ value, id }}>{children}</Shown>
    </div>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const shown = useContext(Shown)
  const isShown = shown.value === value
  return (
    <div
      role="tabpanel"
      id={`${shown.id}-${value}-panel`}
      aria-labelledby={`${shown.id}-${value}`}
      hidden={!isShown}
      tabIndex={0}
      // Focus shows as a line at the edge, because a frame would look like a selected card.
      className="-mx-2 mt-1.5 px-2 pt-2.5 focus-visible:shadow-[inset_2px_0_var(--pond)] rtl:focus-visible:shadow-[inset_-2px_0_var(--pond)]"
    >
      {isShown && children}
    </div>
  )
}

export function openPanel(tabs: HTMLElement | null): HTMLElement | null {
  return tabs?.querySelector<HTMLElement>('[role=tabpanel]:not([hidden])') ?? null
}

/**
 * If the focused button disappears when `step` changes, moves the focus to the panel. Otherwise, the focus would be at
 * the top of the page.
 */
export function useKeepFocus(tabs: RefObject<HTMLElement | null>, step: string): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    // Wait, because no element has the focus for a moment while the focus moves.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) openPanel(tabs.current)?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [tabs, step])
}
