import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ListChecks } from '../ui/icons.ts'

const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx'), ['many', 'picker'], 'xl')

export function BulkButton({ of = 'scheduled', className }: { of?: 'scheduled' | 'drafts'; className?: string }) {
  const t = useTranslations('app')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <ListChecks size={16} strokeWidth={1.75} />
        {t(of === 'drafts' ? 'scheduleSeveral' : 'select')}
      </Button>
      {isOpen && <BulkDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  )
}
