import { classNames } from '../lib/class-names.ts'

/** The place of something whose shape is known and whose content is still on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('breathes block rounded-[4px] bg-sunk dark:bg-ink/10', className)} />
  )
}
