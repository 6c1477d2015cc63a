import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import type { Source } from '../sources/source.ts'
import type { SeriesOptions } from './write-draft.ts'

const SeriesDialog = lazyDialog(() => import('./series-dialog.tsx'), ['series'], 'lg')

/** A button that opens a dialog in which the author plans several posts from one source. */
export function SeriesAction({ source, options }: { source: Source; options: SeriesOptions }) {
  const t = useTranslations('composer.source')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-ms-1 flex min-h-11 items-center self-start rounded-control px-1 text-13 font-strong text-pond hover:text-pond-strong lg:min-h-7"
      >
        {t('several')}
      </button>
      {isOpen && <SeriesDialog source={source} options={options} onClose={() => setIsOpen(false)} />}
    </>
  )
}
