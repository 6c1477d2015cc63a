import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { signedIn } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Mode } from './mode.ts'
import { EmailField, FormTitle, TextButton } from './form-parts.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { CurrentPasswordField } from './password-field.tsx'
import { ServiceButtons } from './service-buttons.tsx'
import { ServiceNotice, type ServiceError } from './service-notice.tsx'
import { useAuthForm } from './use-auth-form.ts'

type SignInFormProps = { email: string; serviceError: ServiceError | null; onMode: (mode: Mode) => void }

export function SignInForm({ email, serviceError, onMode }: SignInFormProps) {
  const t = useTranslations('auth')
  usePageTitle(t('signIn.title'))

  const { errors, isSending, formProps } = useAuthForm(
    ['email', 'password'],
    async ({ email, password }) => {
      try {
        await signedIn(await call('POST /api/login', { body: { email, password } }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'code_needed') throw error
        return onMode('code')
      }
      toast({ title: t('welcomeBack'), description: t('welcomeBackText') })
    },
    t('loginFailed'),
  )

  return (
    <>
      <FormTitle title={t('signIn.title')} text={t('signIn.text')} expression={serviceError ? 'thinking' : 'happy'} />
      {serviceError && <ServiceNotice error={serviceError} onForgot={() => onMode('forgot')} />}
      <ServiceButtons />
      <form {...formProps} className="flex flex-col gap-5">
        <EmailField email={email} error={errors.email} />
        <CurrentPasswordField
          errors={errors}
          aside={
            // In this case the notice above the form has the same button.
            serviceError?.trouble !== 'unconfirmed' && (
              <TextButton onClick={() => onMode('forgot')}>{t('signIn.forgot')}</TextButton>
            )
          }
        />
        <Button type="submit" variant="primary" size="lg" isPending={isSending}>
          {t('signIn.submit')}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap items-center gap-x-1.5 text-14 text-ink-soft">
        {t('signIn.toSignUp')} <TextButton onClick={() => onMode('sign-up')}>{t('signIn.toSignUpLink')}</TextButton>
      </p>
      <PasskeyButton />
    </>
  )
}
