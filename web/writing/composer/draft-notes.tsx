import type { Platform } from '#core/platforms/platform.ts'
import { CopyOffer } from '../media/copy-offer.tsx'
import type { Media } from '../media/media-state.ts'
import { StillGif } from '../media/still-gif.tsx'
import type { ComposerAction } from './composer-state.ts'
import { DraftFaults } from './draft-faults.tsx'
import { openTargets, type Card } from './draft.ts'
import { RepeatLine } from './repeat-line.tsx'

/** Notes on a draft's content, in its margin. They load after the page. */
export function DraftNotes({
  card,
  media,
  platforms,
  isOutline,
  hasClaims,
  dispatch,
}: {
  card: Card
  media: Media
  /** All networks of the visible drafts, which share their media. */
  platforms: readonly Platform[]
  isOutline: boolean
  /** Whether the list of claims already shows the unsupported ones. */
  hasClaims: boolean
  dispatch: (action: ComposerAction) => void
}) {
  const targets = openTargets(card)
  return (
    <>
      <CopyOffer
        platforms={[...new Set([...targets, ...platforms])]}
        refusedBy={targets}
        media={media}
        onChange={(change) => dispatch({ type: 'media-changed', change, cardId: card.id })}
      />
      <StillGif platforms={targets} media={media} />
      {!isOutline && <RepeatLine card={card} />}
      <DraftFaults card={card} hasClaims={hasClaims} dispatch={dispatch} />
    </>
  )
}
