import { classNames } from '../lib/class-names.ts'

interface SwitchProps {
  label: string
  isOn: boolean
  describedBy?: string | undefined
  disabled?: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, describedBy, disabled = false, onChange }: SwitchProps) {
  return (
    <label
      className={classNames(
        'relative inline-flex min-h-11 min-w-11 items-center justify-center rounded-control has-focus-visible:shadow-focus lg:min-h-(--control)',
        !disabled && 'cursor-pointer',
      )}
    >
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={describedBy}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-auto"
      />
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-6 w-10 items-center rounded-pill border px-[3px] transition-colors duration-(--fast) peer-disabled:opacity-50',
          isOn ? 'justify-end border-pond bg-pond' : 'border-line-strong bg-surface',
        )}
      >
        <span className={classNames('size-4 rounded-pill', isOn ? 'bg-on-pond' : 'bg-line-strong')} />
      </span>
    </label>
  )
}
