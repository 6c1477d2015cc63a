import type { ComponentProps } from 'react'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { boxClass, Field } from './field.tsx'
import { ChevronDown } from './icons.ts'

interface Choice<Value extends string> {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

const STYLES = {
  /** The look of a form field. Its arrow follows the page's direction, not that of the text. */
  box: {
    around: 'block',
    list: `${boxClass()} min-h-(--control) pr-9 pl-3 text-left in-[html[dir=rtl]]:pr-3 in-[html[dir=rtl]]:pl-9 in-[html[dir=rtl]]:text-right`,
    arrow: 'end-3',
    size: 18,
  },
  chip: {
    around: 'inline-flex min-w-0',
    list: 'min-h-11 max-w-full cursor-pointer rounded-control border border-line bg-surface ps-2 pe-5.5 text-13 text-ink-soft sm:ps-2.5 sm:pe-7 sm:text-14 [field-sizing:content] hover:border-line-strong lg:min-h-8 lg:text-13',
    arrow: 'end-1.5 text-ink-soft sm:end-2',
    size: 15,
  },
  row: {
    around: 'flex min-w-0 flex-1',
    list: 'min-h-11 min-w-0 flex-1 cursor-pointer rounded-control bg-transparent pe-6 text-16 disabled:cursor-default disabled:text-ink-faint lg:min-h-9 lg:text-14',
    arrow: 'end-0',
    size: 16,
  },
  word: {
    around: '-ms-2 inline-flex items-center',
    list: 'min-h-11 rounded-control bg-transparent ps-2 pe-7 text-14 hover:bg-sunk lg:min-h-8',
    arrow: 'end-1.5 text-ink-soft',
    size: 16,
  },
} as const

/**
 * A native select without its own visible label, for places that already show one. Native selects work best with touch
 * and screen readers.
 */
export function BareSelect<Value extends string>({
  look,
  value,
  options,
  onChange,
  className,
  ...rest
}: { look: keyof typeof STYLES } & Choice<Value> & Omit<ComponentProps<'select'>, keyof Choice<Value>>) {
  const { around, list, arrow, size } = STYLES[look]
  return (
    <span className={classNames('relative', around)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={classNames('appearance-none truncate', list, className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={size}
        strokeWidth={1.75}
        className={classNames('pointer-events-none absolute inset-y-0 my-auto', arrow)}
      />
    </span>
  )
}

type SelectProps<Value extends string> = {
  label: string
  isLabelHidden?: boolean
  hint?: string | undefined
  disabled?: boolean
} & Choice<Value>

export function Select<Value extends string>({ label, isLabelHidden = false, hint, ...choice }: SelectProps<Value>) {
  const chosen = choice.options.find(({ value }) => value === choice.value)
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint}>
      {(described) => (
        <BareSelect
          {...described}
          {...choice}
          look="box"
          // The direction of the chosen text, so that it is truncated at its end.
          dir={textDirection(chosen?.label ?? '')}
        />
      )}
    </Field>
  )
}
