import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Invitation } from '#core/operate/admin-contract.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { useAdminAction } from './use-admin-action.ts'

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'), ['sharing'])

/** The list of pending invitations, above the list of users. */
export function Invitations() {
  const t = useTranslations('admin.invitations')
  const [isInviting, setIsInviting] = useState(false)
  const { data } = useQuery({ ...reading('GET /api/admin/invitations'), refetchOnMount: 'always' })
  const pending = data?.invitations ?? []
  return (
    <section aria-label={t('title')} className="mb-3 lg:mb-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className={pending.length > 0 ? 'text-14 font-strong' : 'sr-only'}>{t('title')}</h2>
        <Button size="sm" className="ms-auto" onClick={() => setIsInviting(true)}>
          {t('invite')}
        </Button>
      </div>
      {pending.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {pending.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog sendsMail={data?.sendsMail ?? false} onClose={() => setIsInviting(false)} />}
    </section>
  )
}

function Row({ invitation: { id, email, invitedBy, expiresAt } }: { invitation: Invitation }) {
  const t = useTranslations('admin.invitations')
  const { date } = useDates()
  const whom = email === null ? t('anyone') : isolate(email)
  const revoking = useAdminAction(async () => {
    await call('DELETE /api/admin/invitations/{id}', { params: { id } })
    toast({ title: t('revoked') })
  }, '/api/admin/invitations')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-14 font-strong wrap-anywhere">{whom}</p>
        <p className="text-13 wrap-anywhere text-ink-soft">
          <span className="inline-block">{t('ends', { date: date(new Date(expiresAt)) })}</span>
          {invitedBy !== null && (
            <>
              {' · '}
              {/* `inline-block` moves the whole text to the next line together with the email address. */}
              <span className="inline-block max-w-full">{t('by', { who: isolate(invitedBy) })}</span>
            </>
          )}
        </p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        isPending={revoking.isPending}
        onClick={() => revoking.mutate()}
        aria-label={t('revokeWhose', { whom })}
      >
        {t('revoke')}
      </Button>
    </li>
  )
}
