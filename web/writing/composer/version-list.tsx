import { useEffect, useId, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { selectedVariant, type Card, type Version } from './draft.ts'
import { useVersionTexts } from './use-version-texts.ts'
import { shownVersion } from './versions.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'

const INITIAL_COUNT = 3

interface VersionListProps {
  card: Card
  comparedId: number | null
  isLocked: boolean
  onCompare: (id: number | null) => void
  onRestore: (version: Version) => void
}

/** The versions of a draft, and the other texts that were written for it. */
export function History({ onChoose, ...list }: VersionListProps & { onChoose: (variantId: string) => void }) {
  const t = useTranslations('composer.margin')
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Use braces to discard the promise that `scrollIntoView` returns in newer browsers. An effect must not return it.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { card, isLocked } = list
  const others = card.variants.filter(({ id }) => id !== selectedVariant(card).id)
  return (
    <div ref={panel} className="scroll-mb-24">
      <VersionList {...list} />
      {others.length > 0 && (
        <section className="mt-2 border-t border-line pt-2 text-13">
          <h3 className="font-strong">{t('otherOptions')}</h3>
          <ul>
            {others.map((other, at) => (
              <li key={other.id}>
                <OtherOption
                  number={at + 2}
                  text={other.content}
                  isLocked={isLocked}
                  onChoose={() => onChoose(other.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface OtherOptionProps {
  number: number
  text: string
  isLocked: boolean
  onChoose: () => void
}

function OtherOption({ number, text, isLocked, onChoose }: OtherOptionProps) {
  const t = useTranslations('composer.margin')
  const format = useFormatter()
  const opening = openingOf(withoutPlaceholders(text).trim(), 90)
  return (
    <button
      type="button"
      aria-label={t('option', { number, opening })}
      disabled={isLocked}
      onClick={onChoose}
      className="flex min-h-11 w-full items-baseline gap-2 rounded-control py-1 text-start text-ink-soft hover:text-ink lg:min-h-8"
    >
      <span>{format.number(number)}</span>
      <bdi className="line-clamp-2">{opening}</bdi>
    </button>
  )
}

function VersionList({ card, comparedId, isLocked, onCompare, onRestore }: VersionListProps) {
  const t = useTranslations('rework')
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  const shown = shownVersion(card)
  const versions = (card.versions ?? []).toReversed()
  if (versions.length < 2 || !shown) return null
  const visibleVersions = isWhole
    ? versions
    : versions.filter((version, at) => at < INITIAL_COUNT || version === shown || version.id === comparedId)
  return (
    <section aria-labelledby={id} className="mt-2 border-t border-line pt-2 text-13">
      <h3 id={id} className="pb-0.5 font-strong">
        {t('versions.title')}
      </h3>
      <ol>
        {visibleVersions.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            before={versions.find(({ id }) => id === version.from)}
            platform={card.platform}
            isShown={version === shown}
            isCompared={version.id === comparedId}
            isLocked={isLocked}
            onCompare={() => onCompare(version.id === comparedId ? null : version.id)}
            onRestore={() => onRestore(version)}
          />
        ))}
      </ol>
      {versions.length > INITIAL_COUNT && (
        <Button variant="quiet" size="sm" className="-ms-3 text-pond" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('versions.fewer') : t('versions.all', { count: versions.length })}
        </Button>
      )}
    </section>
  )
}

interface VersionProps {
  version: Version
  before: Version | undefined
  platform: Card['platform']
  isShown: boolean
  isCompared: boolean
  isLocked: boolean
  onCompare: () => void
  onRestore: () => void
}

function VersionRow({ version, before, platform, isShown, isCompared, isLocked, onCompare, onRestore }: VersionProps) {
  const t = useTranslations('rework')
  const format = useFormatter()
  const { what, time } = useVersionTexts()(version)
  const length = countFor(platform, version.content)
  return (
    <li
      data-version={version.id}
      className={classNames(
        '-mx-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 max-roomy:py-1.5 roomy:min-h-8',
        isCompared && 'bg-pond-wash',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-2 shrink-0 rounded-pill', isShown ? 'bg-pond' : 'bg-line-strong')}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-x-2 roomy:flex-row roomy:items-baseline">
        <strong className="truncate font-strong">{what}</strong>
        <span className="flex flex-wrap gap-x-2 text-ink-soft">
          <span>{time}</span>
          <span>
            {before
              ? t('versions.length', { from: format.number(countFor(platform, before.content)), to: length })
              : t('versions.count', { count: length })}
          </span>
        </span>
      </span>
      {isShown ? (
        <span className="shrink-0 text-ink-soft">{t('versions.shown')}</span>
      ) : (
        <span className="-me-1.5 flex shrink-0">
          <Button
            variant="quiet"
            size="sm"
            className={classNames('px-1.5 text-pond', isCompared && 'font-strong')}
            aria-pressed={isCompared}
            aria-label={t('versions.compareWith', { time, what })}
            disabled={isLocked}
            onClick={onCompare}
          >
            {t('versions.compare')}
          </Button>
          <Button variant="quiet" size="sm" className="px-1.5 text-pond" disabled={isLocked} onClick={onRestore}>
            {t('versions.restore')}
          </Button>
        </span>
      )}
    </li>
  )
}
