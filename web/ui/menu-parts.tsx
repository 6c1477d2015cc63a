import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { createContext, use, useId, useRef, type ReactNode, type RefObject } from 'react'
import { DIRECTION } from '#core/language.ts'
import { classNames } from '../lib/class-names.ts'
import { useLanguage } from '../lib/language.ts'
import { Check } from './icons.ts'

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-3 text-14 outline-none select-none data-highlighted:bg-sunk data-disabled:text-ink-faint lg:min-h-9'

/** Delays an action until the menu is closed and the focus is back on its button. */
const AfterClose = createContext<(action: () => void) => void>((action) => action())

interface MenuListProps {
  opener: RefObject<HTMLElement | null>
  isByKey: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** The list of a menu. The button that opens it is already on the page. */
export function MenuList({ opener, isByKey, isOpen, onOpenChange, children }: MenuListProps) {
  const { language } = useLanguage()
  const isEntered = useRef(false)
  const postponed = useRef<(() => void) | null>(null)
  return (
    <DropdownMenu.Root modal={false} dir={DIRECTION[language]} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-labelledby={undefined}
          aria-label={opener.current?.getAttribute('aria-label') ?? undefined}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onFocus={({ target, currentTarget }) => {
            if (!isByKey || isEntered.current || target !== currentTarget) return
            isEntered.current = true
            currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
          }}
          // Ignores a press on the menu's button, because the button itself then closes the menu.
          onInteractOutside={(event) => opener.current?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            isEntered.current = false
            // If the user closed the menu by pressing another element, that element keeps the focus.
            if (document.activeElement === document.body) opener.current?.focus()
            postponed.current?.()
            postponed.current = null
          }}
          className="rises z-50 min-w-52 rounded-card bg-surface p-1.5 text-ink shadow-float"
        >
          <AfterClose value={(action) => void (postponed.current = action)}>{children}</AfterClose>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({
  isDestructive = false,
  isDisabled = false,
  opensDialog = false,
  isForKeyboard = false,
  shortcut,
  hint,
  onSelect,
  children,
}: {
  isDestructive?: boolean
  isDisabled?: boolean
  /**
   * Whether the item opens a dialog. When that closes, the focus returns to the menu's button, because the item is
   * gone.
   */
  opensDialog?: boolean
  /** Whether a phone hides the item. */
  isForKeyboard?: boolean
  shortcut?: string | undefined
  /** Names what the item acts on, if its label is ambiguous. */
  hint?: string
  onSelect: () => void
  children: ReactNode
}) {
  const afterClose = use(AfterClose)
  const id = useId()
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={() => (opensDialog ? afterClose(onSelect) : onSelect())}
      aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control').replace('⌘', 'Meta')}
      aria-labelledby={hint && id}
      aria-describedby={hint && `${id}-hint`}
      className={classNames(ITEM, isDestructive && 'text-coral', isForKeyboard && 'max-md:hidden')}
    >
      {hint ? (
        <span className="py-3 lg:py-2">
          <span id={id} className="block">
            {children}
          </span>
          <span id={`${id}-hint`} className="block max-w-64 text-13 text-ink-soft">
            {hint}
          </span>
        </span>
      ) : (
        children
      )}
      {shortcut && (
        <kbd aria-hidden="true" className="ms-auto ps-4 font-ui text-13 text-ink-soft max-md:hidden">
          <bdi dir="ltr">{shortcut}</bdi>
        </kbd>
      )}
    </DropdownMenu.Item>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
}

interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      <DropdownMenu.Label className="px-3 pt-1 pb-0.5 text-13 text-ink-soft">{label}</DropdownMenu.Label>
      <div className="flex">
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className={classNames(ITEM, 'flex-1 justify-center data-[state=checked]:font-strong')}
          >
            <DropdownMenu.ItemIndicator className="-ms-1.5 -me-1">
              <Check size={16} strokeWidth={2} />
            </DropdownMenu.ItemIndicator>
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </div>
    </DropdownMenu.RadioGroup>
  )
}
