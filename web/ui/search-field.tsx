import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { boxClass } from './field.tsx'
import { Search } from './icons.ts'

type SearchFieldProps = {
  label: string
  value: string
  className?: string
  onChange: (value: string) => void
}

export function SearchField({ label, value, className, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div className={classNames('relative w-full lg:w-80', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={18}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-soft"
      />
      <input
        id={id}
        type="search"
        maxLength={100}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(boxClass(), 'min-h-(--control) ps-10 pe-3')}
      />
    </div>
  )
}
