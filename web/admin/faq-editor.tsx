import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Faq } from '#core/faq/contract.ts'
import { call } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { laterDialog } from '../lib/later-dialog.tsx'
import { reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SearchField } from './list-parts.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { useActing } from './use-acting.ts'
import { useSettled } from './use-pages.ts'

const FaqDialog = laterDialog(() => import('./faq-dialog.tsx'))

/** What /faq answers, in both languages side by side. */
export default function FaqEditor() {
  const t = useTranslations('admin')
  const [typed, type] = useState('')
  const search = useSettled(typed)
  const [editing, edit] = useState<Faq | 'new' | null>(null)
  const all = useQuery({
    ...reading('GET /api/admin/faq', { query: { ...(search && { search }) } }),
    placeholderData: (before) => before,
  })

  return (
    <section aria-label={t('section.faq')}>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('faq.search')} value={typed} onChange={type} />
        <a href="/faq" className="inline-flex min-h-11 items-center text-14 font-strong text-pond">
          {t('faq.open')}
        </a>
        <Button variant="primary" className="ms-auto" onClick={() => edit('new')}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('faq.add')}
        </Button>
      </div>
      <div className="mt-4">
        {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
        {all.isPending && <Skeleton className="h-64" />}
        {all.data?.length === 0 && (
          <output className="block border-y border-line py-6 text-14 text-ink-soft">{t('faq.none')}</output>
        )}
        {all.data && all.data.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {all.data.map((one, place) => (
              <Row
                key={one.id}
                faq={one}
                order={search ? undefined : { place, count: all.data.length }}
                onEdit={() => edit(one)}
              />
            ))}
          </ul>
        )}
      </div>
      {editing && <FaqDialog faq={editing === 'new' ? null : editing} onClose={() => edit(null)} />}
    </section>
  )
}

function Row({
  faq,
  order,
  onEdit,
}: {
  faq: Faq
  /** Unknown among what a search found. */
  order: { place: number; count: number } | undefined
  onEdit: () => void
}) {
  const t = useTranslations('admin')
  const changing = useActing(
    (body: { isActive?: boolean; place?: number }) =>
      call('PATCH /api/admin/faq/{id}', { params: { id: faq.id }, body }),
    '/api/admin/faq',
  )
  const whom = { name: isolate(faq.en.question) }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div
        className={classNames(
          'grid min-w-0 flex-1 basis-full gap-x-6 gap-y-1 text-14 md:basis-96 md:grid-cols-2',
          !faq.isActive && 'text-ink-soft',
        )}
      >
        <p lang="en" dir="ltr" className="font-strong">
          {faq.en.question}
        </p>
        <p lang="ar" dir="rtl" className="font-strong">
          {faq.ar.question}
        </p>
      </div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14 lg:min-h-9">
        <input
          type="checkbox"
          aria-label={t('faq.showWhom', whom)}
          // As it was pressed, until the server says so.
          checked={(changing.isPending ? changing.variables.isActive : undefined) ?? faq.isActive}
          onChange={({ target }) => changing.mutate({ isActive: target.checked })}
          className="size-4.5"
        />
        {t('list.shown')}
      </label>
      {order && (
        <OrderButtons
          name={faq.en.question}
          {...order}
          isPending={changing.isPending}
          onMove={(place) => changing.mutate({ place })}
        />
      )}
      <Button size="sm" aria-label={t('list.editWhom', whom)} onClick={onEdit} className="ms-auto">
        {t('list.edit')}
      </Button>
    </li>
  )
}
