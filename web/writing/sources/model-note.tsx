import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { linesToModels } from '#core/writing/lines-to-models.ts'
import type { Source } from './source.ts'

/** A warning if the source gives orders to language models. */
export function ModelNote({ source: { title, content } }: { source: Pick<Source, 'title' | 'content'> }) {
  const t = useTranslations('composer.source')
  const isWarned = useMemo(() => linesToModels(`${title}\n${content}`).length > 0, [title, content])
  return isWarned ? <p className="my-2 border-s-[3px] border-lily ps-3 text-13">{t('speaksToModels')}</p> : null
}
