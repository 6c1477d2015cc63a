import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { endedAccessTexts } from '#core/notifications/security-details.ts'
import type { User } from '#core/people/auth-contract.ts'
import { CurrentPasswordField, NewPasswordFields } from '../auth/password-field.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { call } from '../../lib/api.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

const ownerOf = ({ email, firstName, lastName }: User) => ({ email, firstName, lastName })

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('profile.changePassword')
  const tEnded = useTranslations('notifications.ended')
  const locale = useLocale()
  const { user } = useUser()
  const [endsAccess, setEndsAccess] = useState(true)
  // Even on a workspace's pages, this call returns the user's own profile.
  const { data: profile } = useQuery({ ...reading('GET /api/profile'), refetchOnMount: 'always' })
  const ends = endedAccessTexts(tEnded, profile?.access ?? {})
  const { errors, isSending, formProps } = useAuthForm(
    ['currentPassword', 'password', 'confirmPassword'],
    async ({ currentPassword, password, confirmPassword }) => {
      const body = { currentPassword, password, confirmPassword, endAccess: endsAccess }
      queryClient.setQueryData(reading('GET /api/profile').queryKey, await call('POST /api/profile/password', { body }))
      void invalidate('/api/sessions', '/api/keys', '/api/feeds', '/api/webhooks', '/api/notifications')
      toast({ title: t('done'), description: t('doneText') })
      onClose()
    },
    t('failed'),
  )
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <form {...formProps} className="flex flex-col gap-4">
        <CurrentPasswordField isChanged errors={errors} />
        <NewPasswordFields errors={errors} {...(user && { owner: ownerOf(user) })} />
        {ends.length > 0 && (
          <label className="flex min-h-11 items-start gap-3 text-14">
            <input
              type="checkbox"
              checked={endsAccess}
              onChange={({ target }) => setEndsAccess(target.checked)}
              className="mt-1 size-4 shrink-0 accent-pond"
            />
            <span>
              {t('endAccess')}
              <span className="block text-13 text-ink-soft">{new Intl.ListFormat(locale).format(ends)}</span>
            </span>
          </label>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
