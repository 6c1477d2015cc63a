import { cloneElement, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { lazyModule, useLoadFailed } from '../lib/lazy-module.ts'
import type * as MenuParts from './menu-parts.tsx'

const useParts = lazyModule(() => import('./menu-parts.tsx'))

type MenuProps = { trigger: ReactElement<ComponentProps<'button'>>; children: (parts: typeof MenuParts) => ReactNode }

/** A menu. Its parts load on demand, and the render function receives them. */
export function Menu({ trigger, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  /** Whether the user opened the menu by keyboard. The first item then takes the focus. */
  const [isByKey, setIsByKey] = useState(false)
  const parts = useParts(
    isOpen,
    useLoadFailed(() => setIsOpen(false)),
  )
  return (
    <span className="relative inline-flex">
      {cloneElement(trigger, {
        ref: opener,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-busy': (isOpen && !parts) || undefined,
        onClick: ({ detail: pressCount }) => {
          setIsByKey(pressCount === 0)
          setIsOpen(!isOpen)
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsByKey(true)
          setIsOpen(true)
        },
      })}
      {parts && (
        <parts.MenuList opener={opener} isByKey={isByKey} isOpen={isOpen} onOpenChange={setIsOpen}>
          {children(parts)}
        </parts.MenuList>
      )}
    </span>
  )
}
