import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SOURCE_LIMIT } from '#core/writing/options/basic.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Facts } from './facts.tsx'
import { ModelNote } from './model-note.tsx'
import { useSourceFacts } from './source-facts.ts'
import { isOwnSource, type Source } from './source.ts'

interface UsedSourceProps {
  source: Source
  withLink: boolean
  /** Whether an AI model writes the drafts. A model receives only a part of a long source. */
  hasModel: boolean
  onDrop: () => void
  onOwn: (isOwn: boolean) => void
  onLink: (isOn: boolean) => void
  /** Further buttons for the source. */
  children: ReactNode
}

export function UsedSource({ source, withLink, hasModel, onDrop, onOwn, onLink, children }: UsedSourceProps) {
  const t = useTranslations('composer.source')
  const factsOf = useSourceFacts()
  const shortened = source.isCut ? 'cut' : hasModel && source.content.length > SOURCE_LIMIT ? 'inPassages' : null
  return (
    <div className="flex flex-col gap-3">
      <div className="border-s-[3px] border-pond ps-3">
        <h2 className="text-14 font-strong break-words">
          <bdi>{source.title}</bdi>
        </h2>
        <Facts facts={factsOf(source)} />
        {shortened && <p className="text-13 text-ink-soft">{t(shortened)}</p>}
        <button
          type="button"
          onClick={onDrop}
          className="-ms-1 flex min-h-11 items-center rounded-control px-1 text-13 font-strong text-pond hover:text-pond-strong lg:min-h-7"
        >
          {t('another')}
        </button>
      </div>
      <ModelNote source={source} />
      <Segmented
        label={t('author')}
        isLabelHidden
        value={isOwnSource(source) ? 'own' : 'others'}
        options={(['own', 'others'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(value) => onOwn(value === 'own')}
      />
      {source.url && (
        <div className="-my-2 flex items-center justify-between text-14">
          <span>{t('withLink')}</span>
          <Switch label={t('withLink')} isOn={withLink} onChange={onLink} />
        </div>
      )}
      {children}
    </div>
  )
}
