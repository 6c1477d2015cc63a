import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A segmented control. It consists of radio buttons, so that arrow keys and screen readers work. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  isLabelHidden?: boolean
}) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-14 font-strong'}>{label}</legend>
      <div className="flex rounded-control bg-sunk p-[3px]">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex min-h-[calc(var(--control)-6px)] flex-1 cursor-pointer items-center justify-center rounded-[6px] border px-2 text-center text-14 transition-colors duration-(--fast) has-focus-visible:shadow-focus',
              option.value === value
                ? 'border-line bg-surface font-strong text-ink'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
