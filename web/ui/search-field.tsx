import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { boxClass } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Search, X } from './icons.ts'

type SearchFieldProps = {
  label: string
  value: string
  className?: string
  onChange: (value: string) => void
}

export function SearchField({ label, value, className, onChange }: SearchFieldProps) {
  const t = useTranslations('app')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
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
        ref={field}
        type="search"
        maxLength={100}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(boxClass(), 'min-h-(--control) ps-10 pe-11 text-ellipsis')}
      />
      {value !== '' && (
        <IconButton
          label={t('clearSearch')}
          className="absolute inset-y-0 end-0 my-auto lg:end-0.5"
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        >
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}
