import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CircleAlert } from './icons.ts'

const BOX =
  'w-full rounded-control border bg-surface text-16 text-ink transition-colors duration-(--fast) disabled:bg-sunk disabled:text-ink-faint lg:text-14'

export function boxClass(hasError = false): string {
  return classNames(BOX, hasError ? 'border-coral' : 'border-line-strong hover:border-ink-soft')
}

type Described = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  aside?: ReactNode
  className?: string
  isLabelHidden?: boolean
  children: (described: Described) => ReactNode
}

export function Field({ label, hint, error, aside, className, isLabelHidden = false, children }: FieldProps) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-14 font-strong">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': below ? `${id}-below` : undefined,
      })}
      {below && (
        <p id={`${id}-below`} className={classNames('flex gap-1.5 text-13', error ? 'text-coral' : 'text-ink-soft')}>
          {error && <CircleAlert size={15} strokeWidth={2} className="mt-0.5 shrink-0" />}
          <span>{below}</span>
        </p>
      )}
    </div>
  )
}

type TextFieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  aside?: ReactNode
  fieldClassName?: string
} & ComponentProps<'input'>

export function TextField({ label, hint, error, aside, fieldClassName, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={fieldClassName}>
      {(described) => (
        <input
          {...rest}
          {...described}
          className={classNames(boxClass(Boolean(error)), 'min-h-(--control) px-3', className)}
        />
      )}
    </Field>
  )
}
