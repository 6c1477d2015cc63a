import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { FileText } from '../../ui/icons.ts'
import type { CardMaterial } from './card-material.ts'
import { pageTextsOf } from './page-texts.ts'

/** Makes a PDF document with a page for each paragraph of the draft. */
export function MakePages({ material, onAdd }: { material: CardMaterial; onAdd: (file: File) => void }) {
  const t = useTranslations('video.document')
  const locale = useLocale()
  const [isPending, setIsPending] = useState(false)
  const texts = pageTextsOf(material.content, locale)

  async function make() {
    setIsPending(true)
    try {
      const { pagesPdf } = await import('./pages-pdf.ts')
      onAdd(await pagesPdf(texts, { author: material.author, accent: rulesOf(material.platform).colour }))
    } catch {
      toast({ title: t('pagesFailed'), isDestructive: true })
    } finally {
      setIsPending(false)
    }
  }

  return (
    <Button className="mt-3" isPending={isPending} disabled={texts.length === 0} onClick={() => void make()}>
      <FileText size={18} strokeWidth={1.75} />
      {t('makePages')}
    </Button>
  )
}
