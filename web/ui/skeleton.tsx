import { classNames } from '../lib/class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('breathes block rounded-[4px] bg-sunk dark:bg-ink/10', className)} />
  )
}
