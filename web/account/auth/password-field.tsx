import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PasswordAdvice, PasswordOwner } from '#core/people/password-advice.ts'
import { classNames } from '../../lib/class-names.ts'
import { boxClass, Field } from '../../ui/field.tsx'
import { Check, CircleAlert, Eye, EyeOff } from '../../ui/icons.ts'
import { usePasswordAdvice } from './use-password-advice.ts'

type Errors = Partial<Record<'password' | 'confirmPassword' | 'currentPassword', string>>

type CurrentPasswordFieldProps = { errors: Errors; aside?: ReactNode; isChanged?: boolean }

export function CurrentPasswordField({ errors, aside, isChanged = false }: CurrentPasswordFieldProps) {
  const t = useTranslations('auth.fields')
  const name = isChanged ? 'currentPassword' : 'password'
  const [isShown, setIsShown] = useState(false)
  return (
    <PasswordField
      name={name}
      label={t(name)}
      autoComplete="current-password"
      error={errors[name]}
      aside={aside}
      isShown={isShown}
      onShow={setIsShown}
    />
  )
}

interface NewPasswordFieldsProps {
  errors: Errors
  isFirst?: boolean
  /** The user's known names and email address. Other fields of the same form supply the missing ones. */
  owner?: Partial<PasswordOwner>
}

export function NewPasswordFields({ errors, isFirst = false, owner }: NewPasswordFieldsProps) {
  const t = useTranslations('auth.fields')
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const advice = usePasswordAdvice(password, () => ({ ...ownerIn(form.current), ...owner }))
  return (
    <>
      <PasswordField
        name="password"
        label={t(isFirst ? 'password' : 'newPassword')}
        autoComplete="new-password"
        hint={<PasswordHint advice={advice} />}
        error={errors.password}
        isShown={isShown}
        onShow={setIsShown}
        onInput={(input) => {
          form.current = input.form
          setPassword(input.value)
        }}
      />
      <PasswordField
        name="confirmPassword"
        label={t('confirmPassword')}
        autoComplete="new-password"
        error={errors.confirmPassword}
        isShown={isShown}
      />
    </>
  )
}

/**
 * Shows whether the password is easy to guess, and how to improve it. Until the estimate is ready, shows the rule for
 * passwords.
 */
function PasswordHint({ advice }: { advice: PasswordAdvice | null | undefined }) {
  const t = useTranslations('auth.fields')
  const issues = useTranslations('errors.issues')
  const Icon = advice ? CircleAlert : Check
  return (
    <span aria-live="polite" className="flex gap-1.5">
      {advice !== undefined && (
        <Icon
          size={15}
          strokeWidth={2}
          className={classNames('mt-0.5 shrink-0', advice ? 'text-lily-ink' : 'text-pond')}
        />
      )}
      <span>{advice ? issues(advice) : t(advice === null ? 'passwordStrong' : 'passwordHint')}</span>
    </span>
  )
}

const ownerIn = (form: HTMLFormElement | null): PasswordOwner => {
  const typed = form && new FormData(form)
  const [email = '', firstName = '', lastName = ''] = ['email', 'firstName', 'lastName'].map((name) =>
    String(typed?.get(name) ?? ''),
  )
  return { email, firstName, lastName }
}

interface PasswordFieldProps {
  name: keyof Errors
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | undefined
  aside?: ReactNode
  isShown: boolean
  /** Undefined if the button of another field shows this field too. */
  onShow?: (isShown: boolean) => void
  onInput?: (input: HTMLInputElement) => void
}

function PasswordField(props: PasswordFieldProps) {
  const { name, label, autoComplete, hint, error, aside, isShown, onShow, onInput } = props
  const t = useTranslations('auth.fields')
  const problems = useTranslations('auth.problems')
  const Icon = isShown ? EyeOff : Eye
  const wrong = hint && error === problems('passwordRequired') ? `${error} · ${t('passwordHint')}` : error
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
            onInput={({ currentTarget }) => onInput?.(currentTarget)}
            className={classNames(boxClass(Boolean(error)), 'min-h-11 ps-3 pe-12 rtl:ps-12 rtl:pe-3 rtl:text-right')}
          />
          {onShow && (
            <button
              type="button"
              aria-label={isShown ? t('hidePassword') : t('showPassword')}
              onClick={() => onShow(!isShown)}
              className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-ink-soft hover:text-ink"
            >
              <Icon size={18} strokeWidth={1.75} />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
