import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { usePageTitle } from '../lib/page-title.ts'
import { LibraryGrid } from './library-grid.tsx'

const MediaDialog = lazyDialog(() => import('./media-dialog.tsx'), [], 'lg')

export default function LibraryPage() {
  const t = useTranslations('planning.library')
  const [open, setOpen] = useState<Image | null>(null)
  usePageTitle(t('title'))
  return (
    <div className="column py-5 md:py-7">
      <h1 className="title mb-4 text-28">{t('title')}</h1>
      <LibraryGrid onOpen={setOpen} />
      {open && <MediaDialog key={open.id} image={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
