import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Frog, type Expression } from '../../ui/frog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ArrowLeft } from '../../ui/icons.ts'
import type { Mode } from './mode.ts'

type FormTitleProps = { title: string; text: string; expression?: Expression; children?: ReactNode }

export function FormTitle({ title, text, expression = 'happy', children }: FormTitleProps) {
  return (
    <div className="relative mb-7 max-lg:pe-20">
      <Frog expression={expression} size="md" className="absolute end-0 bottom-0.5 lg:hidden" />
      <h1 className="title text-28 md:text-40">{title}</h1>
      {children}
      <p className="mt-2 text-16 text-ink-soft">{text}</p>
    </div>
  )
}

export const EMAIL_INPUT = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  dir: 'ltr',
} as const

export function EmailField({ email, error }: { email: string; error?: string | undefined }) {
  const t = useTranslations('auth.fields')
  return (
    <TextField
      {...EMAIL_INPUT}
      label={t('email')}
      name="email"
      defaultValue={email}
      error={error}
      className="min-h-11 rtl:text-right"
    />
  )
}

export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-my-3 inline-flex min-h-11 items-center rounded-control font-strong text-pond underline-offset-4 hover:underline"
    >
      {children}
    </button>
  )
}

export function BackToSignIn({ onMode }: { onMode: (mode: Mode) => void }) {
  const t = useTranslations('auth')
  return (
    <p className="mt-6 text-14">
      <TextButton onClick={() => onMode('sign-in')}>
        <ArrowLeft size={18} strokeWidth={1.75} className="points me-1.5" />
        {t('forgot.back')}
      </TextButton>
    </p>
  )
}
