import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { lazyModule } from '../../lib/lazy-module.ts'
import type { Source } from './source.ts'

const useLines = lazyModule(() => import('#core/writing/lines-to-models.ts'))

/** Warns if the source contains instructions for language models. */
export function ModelNote({ source: { title, content } }: { source: Pick<Source, 'title' | 'content'> }) {
  const t = useTranslations('composer.source')
  // Show nothing if the code fails to load, because the server also removes such instructions from drafts.
  const linesToModels = useLines(true, () => {})?.linesToModels
  const isWarned = useMemo(
    () => linesToModels !== undefined && linesToModels(`${title}\n${content}`).length > 0,
    [linesToModels, title, content],
  )
  return isWarned ? <p className="my-2 border-s-[3px] border-lily ps-3 text-13">{t('speaksToModels')}</p> : null
}
