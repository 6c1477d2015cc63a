import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Person } from '#core/operate/admin-contract.ts'
import { MOST_REASON } from '#core/operate/admin-lists.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolateName } from '../../lib/isolate.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { ownName } from '../../posts/author.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

/** Suspends a user or workspace. The user, or the members, will read the reason. */
export default function SuspendDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('admin')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const nameValue = { name: isolateName(ownName(person)) }
  const { workspace } = person
  const suspending = useMutation({
    mutationFn: () =>
      call('POST /api/admin/users/{id}/suspend', { params: { id: person.id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toast({ title: t('users.suspended', nameValue) })
      onClose()
      return invalidate('/api/admin/users', '/api/admin/audit')
    },
  })
  return (
    <Dialog
      title={t('suspend.title', nameValue)}
      description={t(workspace ? 'suspend.workspaceText' : 'suspend.text')}
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) suspending.mutate()
        }}
      >
        <p dir="ltr" className="text-14 wrap-anywhere rtl:text-right">
          {workspace?.owner ?? person.email}
        </p>
        <TextField
          label={t('suspend.reason')}
          hint={t(workspace ? 'suspend.workspaceHint' : 'suspend.hint')}
          error={suspending.error ? errorText(suspending.error) : null}
          dir="auto"
          maxLength={MOST_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="danger" isPending={suspending.isPending} disabled={!reason.trim()}>
            {t('users.suspend')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
