import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Mode } from './mode.ts'
import { BackToSignIn, EmailField, FormTitle } from './form-parts.tsx'
import { useAuthErrorText } from './use-auth-error-text.ts'
import { useAuthForm } from './use-auth-form.ts'

export function ForgotForm({ email, onMode }: { email: string; onMode: (mode: Mode) => void }) {
  const t = useTranslations('auth')
  const errorText = useAuthErrorText()
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const [sentTo, setSentTo] = useState<string | null>(null)
  usePageTitle(t('forgot.title'))

  const { errors, isSending, formProps } = useAuthForm(['email'], async ({ email }) => {
    try {
      await call('POST /api/forgot-password', { body: { email } })
      setSentTo(email)
    } catch (error) {
      const hasAnswer = error instanceof ApiError && error.status > 0
      toast({
        title: hasAnswer ? t('resetEmailFailed') : errorText(error),
        description: hasAnswer ? error.message : undefined,
        isDestructive: true,
      })
      throw error
    }
  })

  if (sentTo) {
    return (
      <output className="block">
        <FormTitle
          title={t(sendsMail ? 'forgot.sentTitle' : 'forgot.noMailTitle')}
          text={t(sendsMail ? 'forgot.sent' : 'forgot.noMail')}
        />
        <p className="border-s-2 border-pond ps-4 text-14 text-ink-soft">
          <bdi className="font-strong text-ink">{sentTo}</bdi>
          <br />
          {t(sendsMail ? 'forgot.sentHint' : 'forgot.noMailHint')}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => onMode('sign-in')}>
            {t('forgot.back')}
          </Button>
          <Button variant="quiet" onClick={() => setSentTo(null)}>
            {t('forgot.again')}
          </Button>
        </div>
      </output>
    )
  }
  return (
    <>
      <FormTitle title={t('forgot.title')} text={t(sendsMail ? 'forgot.text' : 'forgot.textNoMail')} />
      <form {...formProps} className="flex flex-col gap-5">
        <EmailField email={email} error={errors.email} />
        <Button type="submit" variant="primary" size="lg" isPending={isSending}>
          {t(sendsMail ? 'forgot.submit' : 'forgot.submitNoMail')}
        </Button>
      </form>
      <BackToSignIn onMode={onMode} />
    </>
  )
}
