import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from './api.ts'
import { useErrorToast } from './error-text.ts'
import { isolate } from './isolate.ts'
import { reading } from './queries.ts'
import { toast } from './toast.ts'

/** Returns the texts about an unconfirmed email address, and a function that sends the confirmation link again. */
export function useConfirmationMail(email: string) {
  const t = useTranslations('confirm.notice')
  const toastError = useErrorToast()
  const [isSending, setIsSending] = useState(false)
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true

  async function sendAgain(): Promise<void> {
    setIsSending(true)
    try {
      await call('POST /api/confirm-email/resend')
      toast({ title: t('sent'), description: isolate(email) })
    } catch (error) {
      toastError(t('notSent'), error)
    }
    setIsSending(false)
  }

  return {
    title: t('title'),
    text: t(sendsMail ? 'text' : 'noMail', { email: isolate(email) }),
    sendsMail,
    isSending,
    sendAgain,
  }
}
