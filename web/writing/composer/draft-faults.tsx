import { useLocale, useTranslations } from 'use-intl'
import { openPlaces, withRemoved } from '#core/writing/fault-places.ts'
import { isolate } from '../../lib/isolate.ts'
import { Button } from '../../ui/button.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'

/** The maximum number of faulty passages to quote in a line. */
const MAX_QUOTED = 3

/** Shows each fault of a draft in one line, and the sentences that Frogy removed. */
export function DraftFaults({
  card,
  hasClaims,
  dispatch,
}: {
  card: Card
  /** Whether the list of claims shows the unsupported claims, so that no separate line warns of them. */
  hasClaims: boolean
  dispatch: (action: ComposerAction) => void
}) {
  const t = useTranslations('cards')
  const locale = useLocale()
  const { warnings, faultPlaces = {}, hashtags, removed = [] } = selectedVariant(card)
  const content = contentOf(card)
  const quoted = (places: readonly string[]) => {
    const shown = places.slice(0, MAX_QUOTED).map((place) => t('quoted', { text: isolate(place) }))
    const more = places.length > MAX_QUOTED ? ['…'] : []
    return new Intl.ListFormat(locale, { type: 'unit' }).format([...shown, ...more])
  }
  const lines = warnings.flatMap((warning) => {
    if (warning === 'too_long' || (warning === 'unfounded' && hasClaims)) return []
    const places = faultPlaces[warning] ?? []
    const open = openPlaces(`${content}\n${hashtags.join(' ')}`, places)
    if (places.length > 0 && open.length === 0) return []
    return { warning, text: t(`warnings.${warning}`, { count: open.length, places: quoted(open) }) }
  })
  return (
    <>
      {lines.map(({ warning, text }) => (
        <p key={warning} className="border-t-2 border-lily py-2.5 text-13">
          {text}
        </p>
      ))}
      {removed.length > 0 && (
        <div className="border-t-2 border-lily py-2.5 text-13">
          {(['removed', 'removedInstruction'] as const).map((why) => {
            const of = removed.filter(({ isInstruction = false }) => isInstruction === (why === 'removedInstruction'))
            const places = quoted(of.map(({ text }) => text))
            return of.length > 0 && <p key={why}>{t(why, { count: of.length, places })}</p>
          })}
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3"
            onClick={() => {
              const text = { content: withRemoved(content, removed), removed: [] }
              dispatch({ type: 'reworked', cardId: card.id, how: 'restored', text })
            }}
          >
            {t('putBack', { count: removed.length })}
          </Button>
        </div>
      )}
    </>
  )
}
