import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { invalidate } from '../../lib/queries.ts'
import { InviteDialog } from '../../sharing/invite-dialog.tsx'

/** Invites a person to the installation. */
export default function InviteUser({ sendsMail, onClose }: { sendsMail: boolean; onClose: () => void }) {
  const t = useTranslations('admin.invitations')
  return (
    <InviteDialog
      text={t('inviteText')}
      sendsMail={sendsMail}
      onInvite={async (email) => {
        const made = await call('POST /api/admin/invitations', { body: { email } })
        void invalidate('/api/admin/invitations', '/api/admin/audit')
        return made
      }}
      onClose={onClose}
    />
  )
}
