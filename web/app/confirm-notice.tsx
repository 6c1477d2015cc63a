import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { queryClient, reading, userQuery } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'

export default function ConfirmNotice({ email }: { email: string }) {
  const t = useTranslations('confirm.notice')
  const toastError = useErrorToast()
  const [isSending, setIsSending] = useState(false)
  const config = useQuery(reading('GET /api/registration')).data
  const sendsMail = config?.sendsMail ?? true
  useFreshUserOnReturn()

  async function sendAgain() {
    setIsSending(true)
    try {
      await call('POST /api/confirm-email/resend')
      toast({ title: t('sent'), description: isolate(email) })
    } catch (error) {
      toastError(t('notSent'), error)
    }
    setIsSending(false)
  }

  return (
    <section aria-label={t('title')} className="border-b border-line bg-lily-wash">
      <div className="column flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-14 wrap-anywhere">
          <strong className="font-strong">{t('title')}.</strong>{' '}
          {t(sendsMail ? 'text' : 'noMail', { email: isolate(email) })}
        </p>
        {sendsMail && (
          <Button size="sm" isPending={isSending} onClick={() => void sendAgain()}>
            {t('again')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Reads the user again when the tab becomes visible, because users often confirm their address in another tab. */
function useFreshUserOnReturn(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queryClient.refetchQueries(userQuery)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
