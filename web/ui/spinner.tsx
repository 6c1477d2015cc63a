import { classNames } from '../lib/class-names.ts'

export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classNames('inline-flex', className)}>
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true" className="turns">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity=".2" strokeWidth="2.5" />
        <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
