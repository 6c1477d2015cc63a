import { ChevronDown } from 'lucide-react'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../lib/class-names.ts'
import { boxClass, Field } from './field.tsx'

/** By the page's direction, not by its own. */
const AROUND = 'pr-9 pl-3 text-left in-[html[dir=rtl]]:pr-3 in-[html[dir=rtl]]:pl-9 in-[html[dir=rtl]]:text-right'

/** The browser's own list: it suits a phone's thumb and a screen reader better than one that is drawn. */
export function Select<Value extends string>({
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
  /** Where what stands beside it says it. */
  isLabelHidden?: boolean
}) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden}>
      {(described) => (
        <span className="relative block">
          <select
            {...described}
            value={value}
            // What does not fit is cut at its end, in whichever direction it is read.
            dir={textDirection(options.find((option) => option.value === value)?.label ?? '')}
            onChange={(event) => onChange(event.target.value as Value)}
            className={classNames(boxClass(), 'min-h-(--control) appearance-none truncate', AROUND)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto"
          />
        </span>
      )}
    </Field>
  )
}
