import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { countFor } from '#core/platforms/text-count.ts'
import type { Card, Version } from './draft.ts'
import { shownVersion } from './versions.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { Button } from '../ui/button.tsx'

/** So many are in sight before the others are asked for. */
const SHOWN = 3

/** The texts that a draft had, newest first: each can be held against the one now, or stand again. */
export function VersionList({
  card,
  seenId,
  isHeld,
  onSee,
  onRestore,
}: {
  card: Card
  /** The one that stands in the place of the text, compared with it. */
  seenId: number | null
  isHeld: boolean
  onSee: (id: number | null) => void
  onRestore: (version: Version) => void
}) {
  const t = useTranslations('rework')
  const [isWhole, setIsWhole] = useState(false)
  const shown = shownVersion(card)
  const versions = (card.versions ?? []).toReversed()
  if (versions.length < 2 || !shown) return null
  const inSight = isWhole ? versions : versions.filter((one, at) => at < SHOWN || one === shown || one.id === seenId)
  return (
    <section aria-label={t('versions.title')} className="mt-2 border-t border-line pt-1.5 text-13">
      <ol>
        {inSight.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            before={versions.find(({ id }) => id === version.from)}
            platform={card.platform}
            isShown={version === shown}
            isSeen={version.id === seenId}
            isHeld={isHeld}
            onSee={() => onSee(version.id === seenId ? null : version.id)}
            onRestore={() => onRestore(version)}
          />
        ))}
      </ol>
      {seenId !== null && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-ink-soft">
          {versions.find(({ id }) => id === seenId)?.content === shown.content ? (
            t('versions.same')
          ) : (
            <>
              <del className="bg-coral-wash px-1 text-ink decoration-coral">{t('versions.onlyThen')}</del>
              <ins className="bg-pond-wash px-1 text-ink decoration-pond">{t('versions.onlyNow')}</ins>
            </>
          )}
          <Button variant="quiet" size="sm" className="text-pond" onClick={() => onSee(null)}>
            {t('versions.back')}
          </Button>
        </p>
      )}
      {versions.length > SHOWN && (
        <Button variant="quiet" size="sm" className="-ms-3 text-pond" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('versions.fewer') : t('versions.all', { count: versions.length })}
        </Button>
      )}
    </section>
  )
}

function VersionRow({
  version: { at, how, content, from },
  before,
  platform,
  isShown,
  isSeen,
  isHeld,
  onSee,
  onRestore,
}: {
  version: Version
  /** The one that it was made of. */
  before: Version | undefined
  platform: Card['platform']
  isShown: boolean
  isSeen: boolean
  isHeld: boolean
  onSee: () => void
  onRestore: () => void
}) {
  const t = useTranslations('rework')
  const format = useFormatter()
  const dates = useDates()
  const when = new Date(at)
  const time =
    dates.dayKey(when) === dates.dayKey(new Date()) ? dates.time(when) : `${dates.shortDay(when)}, ${dates.time(when)}`
  const what = t(how === 'written' && from !== null ? 'did.again' : `did.${how}`)
  const length = countFor(platform, content)
  return (
    <li className="flex min-h-11 items-center gap-2.5 lg:min-h-7">
      <span
        aria-hidden="true"
        className={classNames('size-2 shrink-0 rounded-pill', isShown ? 'bg-pond' : 'bg-line-strong')}
      />
      {isShown ? (
        <span className="shrink-0 tabular-nums text-ink-soft">{time}</span>
      ) : (
        <button
          type="button"
          aria-pressed={isSeen}
          aria-label={t('versions.compare', { time, what })}
          disabled={isHeld}
          onClick={onSee}
          className="min-h-11 shrink-0 text-pond tabular-nums underline-offset-4 hover:underline lg:min-h-7"
        >
          {time}
        </button>
      )}
      <span className="min-w-0 flex-1 truncate">
        <strong className="font-strong">{what}</strong>{' '}
        <span className="text-ink-soft">
          {before
            ? t('versions.length', { from: format.number(countFor(platform, before.content)), to: length })
            : t('versions.count', { count: length })}
        </span>
      </span>
      {isShown ? (
        <span className="shrink-0 text-ink-soft">{t('versions.shown')}</span>
      ) : (
        <Button variant="quiet" size="sm" className="-me-3 text-pond" disabled={isHeld} onClick={onRestore}>
          {t('versions.restore')}
        </Button>
      )}
    </li>
  )
}
