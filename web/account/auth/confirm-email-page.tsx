import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { ApiError, call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { useMailedLink } from '../../lib/mailed-link.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient, reading, userQuery } from '../../lib/queries.ts'
import { signInPath, useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import type { Notice } from '../../ui/notice.tsx'
import { LinkAddress, LinkFrame } from './link-frame.tsx'

type State = 'ready' | 'sending' | 'done' | 'invalid'

export default function ConfirmEmailPage() {
  const t = useTranslations('confirm')
  const toastError = useErrorToast()
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [, navigate] = useLocation()
  const { user, isLoading } = useUser()
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const { link, isLoading: isLinkLoading } = useMailedLink('confirm-email', token)
  const [outcome, setOutcome] = useState<State>('ready')
  const state = outcome === 'ready' && link === null ? 'invalid' : outcome
  usePageTitle(t('title'))

  // Confirms only when the user presses the button, because mail scanners open every link.
  async function confirm() {
    setOutcome('sending')
    try {
      await call('POST /api/confirm-email', { body: { token } })
      setOutcome('done')
      void queryClient.refetchQueries(userQuery)
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'invalid_token'
      setOutcome(isInvalid ? 'invalid' : 'ready')
      if (!isInvalid) toastError(t('failed'), error)
    }
  }

  async function sendNew(email: string) {
    try {
      await call('POST /api/confirm-email/resend')
      toast({
        title: t(sendsMail ? 'notice.sent' : 'notice.made'),
        description: sendsMail ? isolate(email) : t('notice.madeText'),
      })
    } catch (error) {
      toastError(t('notice.notSent'), error)
    }
  }

  const continueAction = { label: t('goOn'), run: () => navigate('/') }
  if (isLoading || isLinkLoading) return null
  return <LinkFrame {...notice()} key={state} isGuest={!user} />

  function notice(): ComponentProps<typeof Notice> {
    if (state === 'done')
      return {
        expression: 'sleeping',
        title: t('doneTitle'),
        text: sendsMail ? t('doneText') : '',
        action: continueAction,
      }
    if (state === 'invalid') {
      const invalidNotice = { expression: 'thinking', title: t('invalidTitle') } as const
      if (user?.emailConfirmed) return { ...invalidNotice, text: t('invalidText'), action: continueAction }
      if (user)
        return {
          ...invalidNotice,
          text: t('invalidText'),
          action: { label: t(sendsMail ? 'sendNew' : 'requestNew'), run: () => void sendNew(user.email) },
        }
      const signIn = { label: t('signIn'), run: () => navigate(signInPath('/confirm-email')) }
      return { ...invalidNotice, text: t('invalidGuestText'), action: signIn }
    }
    const action = { label: t('submit'), isPending: state === 'sending', run: () => void confirm() }
    return {
      expression: state === 'sending' ? 'thinking' : 'happy',
      title: t('title'),
      text: t('text'),
      children: link && <LinkAddress>{link.email}</LinkAddress>,
      action,
    }
  }
}
