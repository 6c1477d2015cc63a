import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from './facts.tsx'
import { ModelNote } from './model-note.tsx'
import { useSourceFacts } from './source-facts.ts'
import { withoutTitle, type Source } from './source.ts'

const OPENING_LENGTH = { url: 200, document: 400 }

export function SourcePreview({ source, onUse, onDrop }: { source: Source; onUse: () => void; onDrop: () => void }) {
  const t = useTranslations('composer.source')
  const factsOf = useSourceFacts()
  const [isWhole, setIsWhole] = useState(false)
  const text = withoutTitle(source)
  const opening = openingOf(text, OPENING_LENGTH[source.from])
  return (
    <section aria-label={t('preview')} className="rises">
      <h2 className="mb-0.5 text-16 font-strong break-words">
        <bdi>{source.title}</bdi>
      </h2>
      <Facts facts={factsOf(source, { withAuthor: true })} />
      <ModelNote source={source} />
      <div
        dir={source.direction}
        // A long text scrolls on a narrow screen, so keyboard users must be able to focus it.
        {...(isWhole && { tabIndex: 0, role: 'group', 'aria-label': t('preview') })}
        className={classNames(
          'mt-3 border-t border-line py-2.5 text-14 break-words whitespace-pre-wrap max-lg:border-b',
          isWhole ? 'max-lg:max-h-80 max-lg:overflow-y-auto' : 'lg:border-b',
        )}
      >
        {isWhole ? text : opening}
      </div>
      <div className={classNames('bg-paper pb-1', isWhole && 'lg:sticky lg:-bottom-5 lg:border-t lg:border-line')}>
        <p className="mt-2 text-13 text-ink-soft">{t('isMeant')}</p>
        <div className="-ms-3 flex flex-wrap">
          {opening !== text && (
            <Button
              variant="quiet"
              size="sm"
              aria-expanded={isWhole}
              className="text-pond"
              onClick={() => setIsWhole(!isWhole)}
            >
              {t(isWhole ? 'showLess' : 'showAll')}
            </Button>
          )}
          <Button variant="quiet" size="sm" className="text-pond" onClick={onUse}>
            {t('use')}
          </Button>
          <Button variant="quiet" size="sm" className="text-pond" onClick={onDrop}>
            {t('another')}
          </Button>
        </div>
      </div>
    </section>
  )
}
