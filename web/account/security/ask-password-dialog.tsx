import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SignInService } from '#core/people/sign-in-error.ts'
import { addressAt, currentPath } from '../../lib/base-path.ts'
import { CurrentPasswordField } from '../auth/password-field.tsx'
import { withServiceName } from '../auth/service-name.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { call } from '../../lib/api.ts'
import { reading } from '../../lib/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** Asks for the password before a sensitive change. Users without a password sign in again instead. */
export default function AskPasswordDialog({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const t = useTranslations('profile.askPassword')
  const auth = useTranslations('auth')
  const { data: profile } = useQuery(reading('GET /api/profile'))
  const { errors, isSending, formProps } = useAuthForm(
    ['password'],
    async ({ password }) => {
      await call('POST /api/profile/verify-password', { body: { password } })
      onGiven()
    },
    t('failed'),
  )
  if (profile?.hasPassword === false) {
    const next = encodeURIComponent(currentPath() + location.search)
    const isOffered = (service: SignInService) => service in document.documentElement.dataset
    const link = buttonClass({ variant: 'primary' })
    return (
      <Dialog title={t('title')} description={t('google')} onClose={onClose}>
        <DialogActions onCancel={onClose}>
          {isOffered('oidc') && (
            <a href={addressAt(`/api/auth/oidc?next=${next}`)} className={link}>
              <span>{auth.rich('oidc', withServiceName)}</span>
            </a>
          )}
          {isOffered('google') && (
            <a href={addressAt(`/api/auth/google?next=${next}`)} className={link}>
              {auth('google')}
            </a>
          )}
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <form {...formProps} className="flex flex-col gap-4">
        <CurrentPasswordField errors={errors} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
