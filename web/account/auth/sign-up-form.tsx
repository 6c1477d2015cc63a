import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { call } from '../../lib/api.ts'
import { addressAt } from '../../lib/base-path.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useMailedLink } from '../../lib/mailed-link.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { signedIn } from '../../lib/session.ts'
import { browserTimeZone } from '../../lib/browser-time-zone.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Mode } from './mode.ts'
import { EmailField, FormTitle, TextButton } from './form-parts.tsx'
import { NewPasswordFields } from './password-field.tsx'
import { ServiceButtons } from './service-buttons.tsx'
import { useAuthForm } from './use-auth-form.ts'

const NAMES = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const
const FIELDS = ['firstName', 'lastName', 'email', 'password', 'confirmPassword'] as const

/** A link that opens in a new tab, so that the form keeps what the user typed. */
const linked = (path: string) => (words: ReactNode) => (
  <a href={addressAt(path)} target="_blank" rel="noreferrer" className="text-pond underline underline-offset-4">
    {words}
  </a>
)

export function SignUpForm({ email, onMode }: { email: string; onMode: (mode: Mode) => void }) {
  const t = useTranslations('auth')
  usePageTitle(t('signUp.title'))
  const token = new URLSearchParams(useSearch()).get('invitation') ?? ''
  const { link } = useMailedLink('invitation', token)
  const config = useQuery(reading('GET /api/registration')).data
  const isInvited = token !== '' && link !== null

  const { errors, isSending, formProps } = useAuthForm(
    FIELDS,
    async (values) => {
      const known = { preferredLanguage: currentLanguage(), timeZone: browserTimeZone() }
      await signedIn(
        await call('POST /api/register', { body: { ...values, ...known, ...(isInvited && { invitation: token }) } }),
      )
      toast({ title: t('welcome'), description: t('welcomeText') })
    },
    t('registrationFailed'),
  )

  return (
    <>
      <FormTitle title={t('signUp.title')} text={t(isInvited ? 'invitation.text' : 'signUp.text')} />
      {token !== '' && link === null ? (
        <p role="alert" className="mb-5 border-s-2 border-coral ps-4 text-14">
          <strong className="font-strong">{t('invitation.invalidTitle')}.</strong> {t('invitation.invalidText')}
        </p>
      ) : (
        config?.isOpen === false &&
        !isInvited && (
          <p className="mb-5 border-s-2 border-lily ps-4 text-14">
            <strong className="font-strong">{t('invitation.closedTitle')}.</strong> {t('invitation.closedText')}
          </p>
        )
      )}
      <ServiceButtons />
      <form {...formProps} className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          {NAMES.map(([name, autoComplete]) => (
            <TextField
              key={name}
              label={t(`fields.${name}`)}
              name={name}
              autoComplete={autoComplete}
              dir="auto"
              error={errors[name]}
              className="min-h-11 rtl:text-right"
            />
          ))}
        </div>
        <EmailField key={link?.email} email={link?.email || email} error={errors.email} />
        <NewPasswordFields isFirst errors={errors} />
        <p className="text-13 text-ink-soft">
          {t.rich('signUp.terms', { terms: linked('/terms-of-service'), privacy: linked('/privacy-policy') })}
        </p>
        <Button type="submit" variant="primary" size="lg" isPending={isSending}>
          {t('signUp.submit')}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 text-14 text-ink-soft">
        {t('signUp.toSignIn')} <TextButton onClick={() => onMode('sign-in')}>{t('signUp.toSignInLink')}</TextButton>
      </p>
    </>
  )
}
