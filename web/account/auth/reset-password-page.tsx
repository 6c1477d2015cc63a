import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { ApiError, call } from '../../lib/api.ts'
import { isolate } from '../../lib/isolate.ts'
import { useMailedLink } from '../../lib/mailed-link.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { signedOut } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { FormTitle } from './form-parts.tsx'
import { NewPasswordFields } from './password-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

export default function ResetPasswordPage() {
  const t = useTranslations('auth')
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [, navigate] = useLocation()
  const { link } = useMailedLink('reset-password', token)
  const [outcome, setOutcome] = useState<'ready' | 'done' | 'invalid'>('ready')
  const state = outcome === 'ready' && link === null ? 'invalid' : outcome
  usePageTitle(t('reset.title'))

  const { errors, isSending, formProps } = useAuthForm(
    ['password', 'confirmPassword'],
    async ({ password, confirmPassword }) => {
      try {
        await call('POST /api/reset-password', { body: { token, password, confirmPassword } })
        setOutcome('done')
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_token') throw error
        setOutcome('invalid')
      }
    },
    t('authenticationFailed'),
  )

  function toAuth(mode: string) {
    signedOut()
    navigate(`/auth?mode=${mode}`)
  }

  return (
    <AuthFrame>
      {state === 'ready' && (
        <>
          <FormTitle
            title={t('reset.title')}
            text={link ? t('reset.about', { email: isolate(link.email) }) : t('reset.text')}
          />
          <form {...formProps} className="flex flex-col gap-5">
            <NewPasswordFields errors={errors} owner={link ? { email: link.email } : {}} />
            <Button type="submit" variant="primary" size="lg" isPending={isSending}>
              {t('reset.submit')}
            </Button>
          </form>
        </>
      )}
      {state === 'done' && (
        <output className="block">
          <FormTitle title={t('reset.done')} text={t('reset.doneText')} />
          <Button variant="primary" size="lg" onClick={() => toAuth('sign-in')}>
            {t('reset.signIn')}
          </Button>
        </output>
      )}
      {state === 'invalid' && (
        <output className="block">
          <FormTitle title={t('reset.invalidTitle')} text={t('reset.invalidText')} expression="thinking" />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" size="lg" onClick={() => toAuth('forgot')}>
              {t('reset.askAgain')}
            </Button>
            <Button size="lg" onClick={() => toAuth('sign-in')}>
              {t('reset.signIn')}
            </Button>
          </div>
        </output>
      )}
    </AuthFrame>
  )
}
