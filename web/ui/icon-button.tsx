import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const LOOK =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-(--fast) hover:bg-sunk hover:text-ink disabled:bg-transparent disabled:text-ink-faint lg:size-9'

export const iconLink = { className: LOOK, 'data-tip': '' }

/** A button with only an icon. Screen readers read its label, and `Tooltips` shows it. */
export function IconButton({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) {
  return <button type="button" aria-label={label} data-tip="" {...rest} className={classNames(LOOK, className)} />
}
