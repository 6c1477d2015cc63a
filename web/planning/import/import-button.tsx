import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FileSpreadsheet } from '../../ui/icons.ts'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'), ['import', 'posts'], 'xl')

export function ImportButton({ className }: { className?: string }) {
  const t = useTranslations('app')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FileSpreadsheet size={16} strokeWidth={1.75} />
        {t('import')}
      </Button>
      {isOpen && <ImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
