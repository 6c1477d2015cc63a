import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Quote } from '../../ui/icons.ts'
import type { CardMaterial } from './card-material.ts'

const CardDialog = lazyDialog(() => import('./card-dialog.tsx'), ['cards'], 'lg')

type MakeCardProps = { material: CardMaterial; onAdd: (file: File, altText: string) => void }

export function MakeCard({ material, onAdd }: MakeCardProps) {
  const t = useTranslations('composer.media')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="mt-3" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Quote size={18} strokeWidth={1.75} />
        {t('makeCard')}
      </Button>
      {isOpen && <CardDialog material={material} onAdd={onAdd} onClose={() => setIsOpen(false)} />}
    </>
  )
}
