import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FileSpreadsheet } from '../../ui/icons.ts'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'), ['import', 'posts'], 'xl')

interface ImportButtonProps {
  className?: string
  onToggle?: (isOpen: boolean) => void
}

export function ImportButton({ className, onToggle }: ImportButtonProps) {
  const t = useTranslations('app')
  const [isOpen, setIsOpen] = useState(false)
  const toggle = (next: boolean) => {
    setIsOpen(next)
    onToggle?.(next)
  }
  return (
    <>
      <Button variant="quiet" size="sm" className={className} aria-haspopup="dialog" onClick={() => toggle(true)}>
        <FileSpreadsheet size={16} strokeWidth={1.75} />
        {t('import')}
      </Button>
      {isOpen && <ImportDialog onClose={() => toggle(false)} />}
    </>
  )
}
