import { Tooltip } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A button that is only a picture: its name is spoken, and shown when one lingers on it. */
export function IconButton({ label, className, children, ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          aria-label={label}
          {...rest}
          className={classNames(
            'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-(--fast) hover:bg-sunk hover:text-ink lg:size-9',
            className,
          )}
        >
          {children}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="appears z-60 rounded-control bg-ink px-2.5 py-1.5 text-13 text-paper"
        >
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
