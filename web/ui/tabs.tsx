import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode, type Ref, type RefObject } from 'react'

/**
 * Panels of which one shows. Arrow keys only walk along the tabs; Enter or Space opens one, since opening can have
 * consequences.
 */
export function Tabs<Value extends string>({
  ref,
  label,
  value,
  tabs,
  onChange,
  children,
}: {
  ref?: Ref<HTMLDivElement>
  label: string
  value: Value
  tabs: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  children: ReactNode
}) {
  return (
    <Radix.Root ref={ref} value={value} onValueChange={(next) => onChange(next as Value)} activationMode="manual">
      <Radix.List aria-label={label} className="flex gap-x-3.5 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative -mx-1 min-h-(--control) rounded-control px-2 first:-ms-2 text-14 text-ink-soft transition-colors duration-(--fast) after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 hover:text-ink data-[state=active]:font-strong data-[state=active]:text-ink data-[state=active]:after:bg-pond"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="-mx-2 mt-1.5 rounded-control px-2 pt-2.5">
      {children}
    </Radix.Content>
  )
}

export function openPanel(tabs: HTMLElement | null): HTMLElement | null {
  return tabs?.querySelector<HTMLElement>('[role=tabpanel][data-state=active]') ?? null
}

/**
 * Whoever pressed a button that has gone with its step goes on from the panel it stood in, and not from the top of the
 * page. `step` is whatever changes when that can happen.
 */
export function useFocusKept(tabs: RefObject<HTMLElement | null>, step: string): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    // While the focus moves from one element to the next, nothing has it for a moment.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) openPanel(tabs.current)?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [tabs, step])
}
