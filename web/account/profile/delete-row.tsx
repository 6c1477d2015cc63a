import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { reading } from '../../lib/queries.ts'
import { signedOut } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { LedgerRow } from '../../ui/ledger.tsx'
import { usePasswordPrompt } from '../security/use-password-prompt.tsx'

export function DeleteRow() {
  const t = useTranslations('profile.data')
  const dates = useDates()
  const toastError = useErrorToast()
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const [, navigate] = useLocation()
  const [isConfirming, setIsConfirming] = useState(false)
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const deleting = useMutation({
    mutationFn: () => withPassword(() => call('DELETE /api/profile')),
    onSuccess: (done) => {
      if (!done.isDone) return
      // Replace the history entry, so that signing in again does not return to this page.
      navigate('/auth', { replace: true })
      signedOut()
      const date = dates.date(new Date(done.answer.deletedAt))
      toast({ title: t('begun', { date }), description: t(sendsMail ? 'begunText' : 'begunTextNoMail') })
    },
    onError: (error) => toastError(t('failed'), error),
  })
  return (
    <LedgerRow title={t('delete')} text={t('deleteText')}>
      <Button variant="warning" isPending={deleting.isPending} onClick={() => setIsConfirming(true)}>
        {t('deleteButton')}
      </Button>
      {isConfirming && (
        <Alert
          title={t('sureTitle')}
          description={t('sureText')}
          confirmLabel={t('sure')}
          isDestructive
          onConfirm={() => {
            setIsConfirming(false)
            deleting.mutate()
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
      {passwordDialog}
    </LedgerRow>
  )
}
