import { useId, type ReactNode } from 'react'

interface CheckListProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

export function CheckList<Value extends string>({ label, options, chosen, onChange }: CheckListProps<Value>) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id}>
      <legend id={id} className="text-14 font-strong">
        {label}
      </legend>
      {options.map(({ value, label: name, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-2.5 py-1.5 text-14 lg:min-h-9">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
            className="mt-0.5 size-4.5 shrink-0"
          />
          <span>
            {name}
            {hint && <span className="block text-13 text-ink-soft">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
