import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficialAccount } from '#core/site/contract.ts'
import { call } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { laterDialog } from '../lib/later-dialog.tsx'
import { reading } from '../lib/queries.ts'
import { NetworkBadge, type Network } from '../landing/network-badge.tsx'
import { Button } from '../ui/button.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { useActing } from './use-acting.ts'

const OfficialDialog = laterDialog(() => import('./official-dialog.tsx'))

/** The accounts that stand in the footer of the public pages. */
export default function OfficialAccounts() {
  const t = useTranslations('admin')
  const [editing, edit] = useState<OfficialAccount | 'new' | null>(null)
  const all = useQuery(reading('GET /api/admin/official-accounts'))
  return (
    <section aria-label={t('section.accounts')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-soft">{t('official.text')}</p>
        <Button variant="primary" onClick={() => edit('new')}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('official.add')}
        </Button>
      </div>
      <div className="mt-4">
        {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
        {all.isPending && <Skeleton className="h-40" />}
        {all.data?.length === 0 && (
          <p className="border-y border-line py-6 text-14 text-ink-soft">{t('official.none')}</p>
        )}
        {all.data && all.data.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {all.data.map((one, place) => (
              <Row key={one.id} account={one} place={place} count={all.data.length} onEdit={() => edit(one)} />
            ))}
          </ul>
        )}
      </div>
      {editing && <OfficialDialog account={editing === 'new' ? null : editing} onClose={() => edit(null)} />}
    </section>
  )
}

function Row({
  account,
  place,
  count,
  onEdit,
}: {
  account: OfficialAccount
  place: number
  count: number
  onEdit: () => void
}) {
  const t = useTranslations('admin')
  const changing = useActing(
    (body: { isActive?: boolean; place?: number }) =>
      call('PATCH /api/admin/official-accounts/{id}', { params: { id: account.id }, body }),
    '/api/admin/official-accounts',
  )
  const whom = { name: isolate(account.displayName) }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <NetworkBadge network={account.platform as Network} />
      <div className={classNames('min-w-0 flex-1 basis-44 text-14', !account.isActive && 'text-ink-soft')}>
        <p className="font-strong">
          <bdi>{account.displayName}</bdi>
        </p>
        <p dir="ltr" className="text-13 wrap-anywhere text-ink-soft rtl:text-right">
          {account.profileUrl}
        </p>
      </div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14 lg:min-h-9">
        <input
          type="checkbox"
          aria-label={t('faq.showWhom', whom)}
          // As it was pressed, until the server says so.
          checked={(changing.isPending ? changing.variables.isActive : undefined) ?? account.isActive}
          onChange={({ target }) => changing.mutate({ isActive: target.checked })}
          className="size-4.5"
        />
        {t('list.shown')}
      </label>
      <OrderButtons
        name={account.displayName}
        place={place}
        count={count}
        isPending={changing.isPending}
        onMove={(to) => changing.mutate({ place: to })}
      />
      <Button size="sm" aria-label={t('list.editWhom', whom)} onClick={onEdit} className="ms-auto">
        {t('list.edit')}
      </Button>
    </li>
  )
}
