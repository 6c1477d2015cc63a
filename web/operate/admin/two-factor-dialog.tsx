import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Person } from '#core/operate/admin-contract.ts'
import { usePasswordPrompt } from '../../account/security/use-password-prompt.tsx'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolateName } from '../../lib/isolate.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { ownName } from '../../posts/author.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** Turns off the second factor of a user who lost their phone. */
export default function TwoFactorDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('admin.twoFactor')
  const toastError = useErrorToast()
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const name = isolateName(ownName(person))
  const removing = useMutation({
    mutationFn: () =>
      withPassword(() => call('DELETE /api/admin/users/{id}/two-factor', { params: { id: person.id } })),
    onSuccess: ({ isDone }) => {
      if (!isDone) return
      toast({ title: t('done', { name }) })
      onClose()
      return invalidate('/api/admin/users', '/api/admin/audit')
    },
    onError: (error) => toastError(t('failed'), error),
  })
  return (
    <>
      <Dialog title={t('title', { name })} description={t('text')} onClose={onClose}>
        <p dir="ltr" className="mb-5 text-14 wrap-anywhere rtl:text-right">
          {person.email}
        </p>
        <DialogActions onCancel={onClose}>
          <Button variant="danger" isPending={removing.isPending} onClick={() => removing.mutate()}>
            {t('submit')}
          </Button>
        </DialogActions>
      </Dialog>
      {passwordDialog}
    </>
  )
}
