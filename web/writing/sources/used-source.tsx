import { useTranslations } from 'use-intl'
import { Facts } from './facts.tsx'
import { useSourceFacts } from './source-facts.ts'
import type { Source } from './source.ts'

export function UsedSource({ source, onDrop }: { source: Source; onDrop: () => void }) {
  const t = useTranslations('composer.source')
  const factsOf = useSourceFacts()
  return (
    <div className="border-s-[3px] border-pond ps-3">
      <h2 className="text-14 font-strong break-words">
        <bdi>{source.title}</bdi>
      </h2>
      <Facts facts={factsOf(source)} />
      <button
        type="button"
        onClick={onDrop}
        className="-ms-1 flex min-h-11 items-center rounded-control px-1 text-13 font-strong text-pond hover:text-pond-strong lg:min-h-7"
      >
        {t('another')}
      </button>
    </div>
  )
}
