import { useTranslations } from 'use-intl'
import { CurrentPasswordField } from '../auth/password-field.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { call } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

/** Asks for the password again, before something that nobody else may do who finds the browser open. */
export default function AskPasswordDialog({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const t = useTranslations('profile.askPassword')
  const app = useTranslations('app')
  const { errors, isSending, formProps } = useAuthForm(
    ['password'],
    async ({ password }) => {
      await call('POST /api/profile/verify-password', { body: { password } })
      onGiven()
    },
    t('failed'),
  )
  return (
    <Dialog title={t('title')} description={t('text')} closeLabel={app('close')} onClose={onClose}>
      <form {...formProps} className="flex flex-col gap-4">
        <CurrentPasswordField errors={errors} />
        <DialogActions>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
