import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import type { Network } from '#core/platforms/brands.ts'
import { call } from '../../lib/api.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.ts'
import { OrderedList } from './ordered-list.tsx'

const OfficialDialog = lazyDialog(() => import('./official-dialog.tsx'))

export default function OfficialAccounts() {
  const t = useTranslations('admin')
  const [editing, edit] = useState<OfficialAccount | 'new' | null>(null)
  const all = useQuery(reading('GET /api/admin/official-accounts'))
  return (
    <section aria-label={t('section.accounts')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-soft">{t('official.text')}</p>
        <Button variant="primary" onClick={() => edit('new')}>
          <Plus size={18} strokeWidth={1.75} />
          {t('official.add')}
        </Button>
      </div>
      <OrderedList
        all={all}
        path="/api/admin/official-accounts"
        empty={t('official.none')}
        nameOf={({ displayName }) => displayName}
        change={({ id }, body) => call('PATCH /api/admin/official-accounts/{id}', { params: { id }, body })}
        onEdit={edit}
      >
        {({ platform, displayName, profileUrl }) => (
          <div className="flex items-center gap-4">
            <PlatformBadge platform={platform as Network} size={26} />
            <div className="min-w-0">
              <p className="font-strong">
                <bdi>{displayName}</bdi>
              </p>
              <p dir="ltr" className="text-13 wrap-anywhere text-ink-soft rtl:text-right">
                {profileUrl}
              </p>
            </div>
          </div>
        )}
      </OrderedList>
      {editing && <OfficialDialog account={editing === 'new' ? null : editing} onClose={() => edit(null)} />}
    </section>
  )
}
