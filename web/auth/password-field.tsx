import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { boxClass, Field } from '../ui/field.tsx'

export function PasswordField({
  name,
  label,
  autoComplete,
  hint,
  error,
  aside,
}: {
  name: 'password' | 'confirmPassword' | 'currentPassword'
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | undefined
  aside?: ReactNode
}) {
  const t = useTranslations('auth.fields')
  const [isShown, setIsShown] = useState(false)
  const problems = useTranslations('auth.problems')
  const Icon = isShown ? EyeOff : Eye
  // What it must be is said for as long as there is none.
  const wrong = hint && error === problems('passwordRequired') ? `${error} · ${hint}` : error
  return (
    <Field label={label} hint={hint} error={wrong} aside={aside}>
      {(described) => (
        <span className="relative block">
          <input
            {...described}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            dir="ltr"
            className={classNames(boxClass(Boolean(error)), 'min-h-11 ps-3 pe-12 rtl:ps-12 rtl:pe-3 rtl:text-right')}
          />
          <button
            type="button"
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-ink-soft hover:text-ink"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  )
}
