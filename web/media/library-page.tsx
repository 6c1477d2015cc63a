import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LibraryImage } from '#core/media/contract.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useMegabytes } from '../lib/megabytes.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { LibraryGrid } from './library-grid.tsx'

const MediaDialog = lazyDialog(() => import('./media-dialog.tsx'), [], 'lg')

export default function LibraryPage() {
  const t = useTranslations('planning.library')
  const [open, setOpen] = useState<LibraryImage | null>(null)
  usePageTitle(t('title'))
  return (
    <div className="column py-5 md:py-7">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="title text-28">{t('title')}</h1>
        <StoredSize />
      </div>
      <LibraryGrid onOpen={setOpen} />
      {open && <MediaDialog key={open.id} image={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function StoredSize() {
  const t = useTranslations('planning.library')
  const megabytes = useMegabytes()
  const { data } = useQuery({ ...reading('GET /api/storage'), staleTime: 0 })
  if (!data?.files) return null
  return <p className="text-14 text-ink-soft">{t('stored', { count: data.files, used: megabytes(data.usedBytes) })}</p>
}
