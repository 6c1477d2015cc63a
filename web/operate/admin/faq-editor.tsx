import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Faq } from '#core/operate/faq-contract.ts'
import { call } from '../../lib/api.ts'
import { addressAt } from '../../lib/base-path.ts'
import { useLanguage } from '../../lib/language.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { reading } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { OrderedList } from './ordered-list.tsx'
import { useDebounced } from './use-paged-list.ts'

const FaqDialog = lazyDialog(() => import('./faq-dialog.tsx'), [], 'xl')

export default function FaqEditor() {
  const t = useTranslations('admin')
  const { language } = useLanguage()
  const [typed, type] = useState('')
  const search = useDebounced(typed)
  const [editing, edit] = useState<Faq | 'new' | null>(null)
  const all = useQuery({
    ...reading('GET /api/admin/faq', { query: { ...(search && { search }) } }),
    placeholderData: (before) => before,
  })

  return (
    <section aria-label={t('section.faq')}>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('faq.search')} value={typed} onChange={type} />
        <a href={addressAt('/faq')} className="inline-flex min-h-11 items-center text-14 font-strong text-pond">
          {t('faq.open')}
        </a>
        <Button variant="primary" className="ms-auto" onClick={() => edit('new')}>
          <Plus size={18} strokeWidth={1.75} />
          {t('faq.add')}
        </Button>
      </div>
      <OrderedList
        all={all}
        path="/api/admin/faq"
        empty={t('faq.none')}
        isPartial={search !== ''}
        nameOf={(one) => one[language].question}
        change={({ id }, body) => call('PATCH /api/admin/faq/{id}', { params: { id }, body })}
        onEdit={edit}
      >
        {(one) => (
          <div className="grid gap-x-12 gap-y-1 pb-1 md:grid-cols-2 md:pe-8 md:pb-0">
            {(['en', 'ar'] as const)
              .toSorted((a, b) => Number(b === language) - Number(a === language))
              .map((which) => (
                <p key={which} lang={which} className="first:font-strong not-first:text-ink-soft">
                  <bdi>{one[which].question}</bdi>
                </p>
              ))}
          </div>
        )}
      </OrderedList>
      {editing && <FaqDialog faq={editing === 'new' ? null : editing} onClose={() => edit(null)} />}
    </section>
  )
}
