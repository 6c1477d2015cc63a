import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { ApiError, call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Notice } from '../ui/notice.tsx'

export default function ConfirmEmailPage() {
  const t = useTranslations('confirm')
  const errorText = useErrorText()
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [, navigate] = useLocation()
  const [state, setState] = useState<'asking' | 'sending' | 'done' | 'invalid'>(token ? 'asking' : 'invalid')
  usePageTitle(t('title'))

  // A person presses the button: programs that open every link in a mail must not answer for them.
  async function confirm() {
    setState('sending')
    try {
      await call('POST /api/confirm-email', { body: { token } })
      setState('done')
      void queryClient.refetchQueries(userQuery)
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid_token'
      setState(isInvalid ? 'invalid' : 'asking')
      if (!isInvalid) toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    }
  }

  const goOn = { label: t('goOn'), run: () => navigate('/') }
  if (state === 'done')
    return <Notice expression="happy" title={t('doneTitle')} text={t('doneText')} action={goOn} key={state} />
  if (state === 'invalid')
    return <Notice expression="thinking" title={t('invalidTitle')} text={t('invalidText')} action={goOn} key={state} />
  return (
    <Notice
      expression="happy"
      title={t('title')}
      text={t('text')}
      action={{ label: t('submit'), isPending: state === 'sending', run: () => void confirm() }}
    />
  )
}
