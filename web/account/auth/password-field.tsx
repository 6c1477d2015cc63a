import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { boxClass, Field } from '../../ui/field.tsx'
import { Eye, EyeOff } from '../../ui/icons.ts'

type Errors = Partial<Record<'password' | 'confirmPassword' | 'currentPassword', string>>

type CurrentPasswordFieldProps = { errors: Errors; aside?: ReactNode; isChanged?: boolean }

export function CurrentPasswordField({ errors, aside, isChanged = false }: CurrentPasswordFieldProps) {
  const t = useTranslations('auth.fields')
  const name = isChanged ? 'currentPassword' : 'password'
  return (
    <PasswordField name={name} label={t(name)} autoComplete="current-password" error={errors[name]} aside={aside} />
  )
}

export function NewPasswordFields({ errors, isFirst = false }: { errors: Errors; isFirst?: boolean }) {
  const t = useTranslations('auth.fields')
  return (
    <>
      <PasswordField
        name="password"
        label={t(isFirst ? 'password' : 'newPassword')}
        autoComplete="new-password"
        hint={t('passwordHint')}
        error={errors.password}
      />
      <PasswordField
        name="confirmPassword"
        label={t('confirmPassword')}
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </>
  )
}

interface PasswordFieldProps {
  name: keyof Errors
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | undefined
  aside?: ReactNode
}

function PasswordField({ name, label, autoComplete, hint, error, aside }: PasswordFieldProps) {
  const t = useTranslations('auth.fields')
  const [isShown, setIsShown] = useState(false)
  const problems = useTranslations('auth.problems')
  const Icon = isShown ? EyeOff : Eye
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
            <Icon size={18} strokeWidth={1.75} />
          </button>
        </span>
      )}
    </Field>
  )
}
