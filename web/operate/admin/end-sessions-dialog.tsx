import { useTranslations } from 'use-intl'
import type { Person } from '#core/operate/admin-contract.ts'
import { call } from '../../lib/api.ts'
import { isolate, isolateName } from '../../lib/isolate.ts'
import { toast } from '../../lib/toast.ts'
import { ownName } from '../../posts/author.ts'
import { Alert } from '../../ui/dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** Signs a user out on all devices, for example after the loss of one. */
export default function EndSessionsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('admin.endSessions')
  const name = isolateName(ownName(person))
  const ending = useAdminAction(async () => {
    const { ended } = await call('DELETE /api/admin/users/{id}/sessions', { params: { id: person.id } })
    toast({ title: t('done', { name, count: ended }) })
    onClose()
  }, '/api/admin/users')
  return (
    <Alert
      title={t('title', { name })}
      description={t('text', { email: isolate(person.email) })}
      confirmLabel={t('submit')}
      isDestructive
      isPending={ending.isPending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    />
  )
}
