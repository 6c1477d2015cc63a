import { useTranslations } from 'use-intl'
import { CurrentPasswordField, NewPasswordFields } from '../auth/password-field.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { call } from '../../lib/api.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('profile.changePassword')
  const { errors, isSending, formProps } = useAuthForm(
    ['currentPassword', 'password', 'confirmPassword'],
    async ({ currentPassword, password, confirmPassword }) => {
      const body = { currentPassword, password, confirmPassword }
      queryClient.setQueryData(reading('GET /api/profile').queryKey, await call('POST /api/profile/password', { body }))
      void invalidate('/api/sessions')
      toast({ title: t('done'), description: t('doneText') })
      onClose()
    },
    t('failed'),
  )
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <form {...formProps} className="flex flex-col gap-4">
        <CurrentPasswordField isChanged errors={errors} />
        <NewPasswordFields errors={errors} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
