import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member, Team as TeamData, WorkspaceInvitation } from '#core/workspaces/contract.ts'
import { includesRole, ROLES, type Role } from '#core/workspaces/role.ts'
import { call } from '../lib/api.ts'
import { addressIn } from '../lib/base-path.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { invalidate, reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { ReviewLinks } from '../review/review-links.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Mail, UserPlus, X } from '../ui/icons.ts'
import { NotLoaded } from '../ui/load-failed.tsx'
import { BareSelect } from '../ui/select.tsx'
import { ApprovalSetting } from './approval-setting.tsx'
import { LateSetting } from './late-setting.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { WorkspaceLog } from './workspace-log.tsx'

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'), ['sharing'])

/** The members of a workspace. Owners invite people, change roles and remove members. */
export function Team({ id }: { id: string }) {
  const t = useTranslations('team')
  const [isInviting, setIsInviting] = useState(false)
  const query = useQuery({ ...reading('GET /api/workspaces/{id}', { params: { id } }), refetchOnMount: 'always' })
  const team = query.data
  const isOwner = team?.role === 'owner'
  return (
    <div className="column relative grid gap-x-14 gap-y-6 py-6 lg:grid-cols-[240px_minmax(0,1fr)] lg:py-8">
      <div>
        <h1 className="title text-28">{t('title')}</h1>
        {team && (
          <p className="mt-1 text-14 text-ink-soft">
            {t('count', { members: team.members.length, invitations: team.invitations.length })}
          </p>
        )}
        <Roles className="mt-4 border-t border-line pt-4 max-lg:hidden" />
      </div>
      <div className="min-w-0">
        <NotLoaded query={query} title={t('notLoaded')} skeleton="h-48" />
        {isOwner && (
          <div className="flex justify-end max-lg:absolute max-lg:end-4 max-lg:top-5 md:max-lg:end-8 lg:mb-4">
            <Button variant="primary" onClick={() => setIsInviting(true)}>
              <UserPlus size={18} strokeWidth={1.75} />
              {t('invite')}
            </Button>
          </div>
        )}
        {team && (
          <ul className="divide-y divide-line border-y border-line">
            {team.members.map((member) => (
              <MemberRow key={member.userId} team={team} member={member} />
            ))}
            {team.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} team={team} invitation={invitation} />
            ))}
          </ul>
        )}
        <Roles className="mt-4 lg:hidden" />
        {isOwner && <ApprovalSetting team={team} />}
        {isOwner && <LateSetting team={team} />}
        {team && includesRole(team.role, 'editor') && <ReviewLinks />}
        {isOwner && <WorkspaceLog id={id} />}
        {isOwner && <OwnerActions team={team} />}
        {team && isInviting && <InviteDialog team={team} onClose={() => setIsInviting(false)} />}
      </div>
    </div>
  )
}

/** Explains the roles: next to the members on a wide screen, below them on a phone. */
function Roles({ className }: { className: string }) {
  const t = useTranslations('team')
  return (
    <dl className={classNames('grid grid-cols-2 gap-3 text-14 lg:grid-cols-1', className)}>
      {ROLES.map((role) => (
        <div key={role}>
          <dt className="font-strong">{t(`roles.${role}`)}</dt>
          <dd className="text-13 text-ink-soft">{t(`may.${role}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Changes the team, and then refetches it. */
function useTeamAction<Given>(action: (given: Given) => Promise<unknown>) {
  const failed = useTranslations('team')('failed')
  const toastError = useErrorToast()
  return useMutation({
    mutationFn: action,
    onSuccess: () => invalidate('/api/workspaces'),
    onError: (reason) => toastError(failed, reason),
  })
}

function MemberRow({ team, member: { userId, name, email, role } }: { team: TeamData; member: Member }) {
  const t = useTranslations('team')
  const { user } = useUser()
  const isSelf = user?.id === userId
  const isSoleOwner = role === 'owner' && team.members.filter((one) => one.role === 'owner').length === 1
  const params = { id: team.id, userId }
  const changing = useTeamAction((next: Role) =>
    call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role: next } }),
  )
  const removing = useTeamAction(async () => {
    await call('DELETE /api/workspaces/{id}/members/{userId}', { params })
    if (isSelf) location.assign(addressIn(undefined, '/team'))
    else toast({ title: t('removed', { name: isolate(name) }) })
  })
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-1 py-2">
      <Avatar name={name} size={40} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex gap-1.5 text-14">
          <bdi className="truncate font-strong">{name}</bdi>
          {isSelf && <span className="text-ink-soft">{t('you')}</span>}
        </p>
        <p dir="ltr" className="truncate text-13 text-ink-soft rtl:text-right">
          {email}
        </p>
      </div>
      {team.role === 'owner' && !isSelf ? (
        <BareSelect
          look="chip"
          aria-label={t('roleOf', { name: isolate(name) })}
          value={role}
          options={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
          disabled={changing.isPending}
          onChange={(next) => changing.mutate(next)}
        />
      ) : (
        <span className="text-14 text-ink-soft">{t(`roles.${role}`)}</span>
      )}
      {isSelf && !isSoleOwner && (
        <Button
          size="sm"
          variant="quiet"
          className="max-md:-ms-3 md:-me-3"
          isPending={removing.isPending}
          onClick={() => removing.mutate(undefined)}
        >
          {t('leave')}
        </Button>
      )}
      {team.role === 'owner' && !isSelf && (
        <IconButton
          label={t('removeWhom', { name: isolate(name) })}
          disabled={removing.isPending}
          onClick={() => removing.mutate(undefined)}
        >
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  )
}

type InvitationRowProps = { team: TeamData; invitation: WorkspaceInvitation }

function InvitationRow({ team, invitation: { id, email, role, expiresAt } }: InvitationRowProps) {
  const t = useTranslations('team')
  const { date } = useDates()
  const whom = email ?? t('anyone')
  const revoking = useTeamAction(async () => {
    const params = { id: team.id, invitationId: id }
    await call('DELETE /api/workspaces/{id}/invitations/{invitationId}', { params })
    toast({ title: t('revoked') })
  })
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-1 py-2">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-pill border border-dashed border-line-strong">
        <Mail size={18} strokeWidth={1.75} className="text-ink-soft" />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate text-14">
          <bdi>{whom}</bdi>
        </p>
        <p className="text-13 text-lily-ink">{t('invitedAs', { role, date: date(new Date(expiresAt)) })}</p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        isPending={revoking.isPending}
        aria-label={t('revokeWhose', { whom: isolate(whom) })}
        onClick={() => revoking.mutate(undefined)}
      >
        {t('revoke')}
      </Button>
    </li>
  )
}
