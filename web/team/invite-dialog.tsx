import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Team } from '#core/workspaces/contract.ts'
import { ROLES, type Role } from '#core/workspaces/role.ts'
import { call } from '../lib/api.ts'
import { invalidate } from '../lib/queries.ts'
import { InviteDialog } from '../sharing/invite-dialog.tsx'
import { Select } from '../ui/select.tsx'

type InviteMemberProps = { team: Pick<Team, 'id' | 'sendsMail'>; onClose: () => void }

/** Invites a person to a workspace, with a role. */
export default function InviteMember({ team: { id, sendsMail }, onClose }: InviteMemberProps) {
  const t = useTranslations('team')
  const [role, setRole] = useState<Role>('editor')
  return (
    <InviteDialog
      text={t('inviteText')}
      sendsMail={sendsMail}
      onInvite={async (email) => {
        const made = await call('POST /api/workspaces/{id}/invitations', { params: { id }, body: { email, role } })
        void invalidate('/api/workspaces')
        return made
      }}
      onClose={onClose}
    >
      <Select
        label={t('role')}
        value={role}
        options={ROLES.map((value) => ({ value, label: `${t(`roles.${value}`)}: ${t(`may.${value}`)}` }))}
        onChange={setRole}
      />
    </InviteDialog>
  )
}
