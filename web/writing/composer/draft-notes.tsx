import { useLayoutEffect } from 'react'
import type { Image } from '#core/media/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { CopyOffer } from '../media/copy-offer.tsx'
import type { Media, MediaAction } from '../media/media-state.ts'
import { StillGif } from '../media/still-gif.tsx'
import type { ComposerAction } from './composer-state.ts'
import { DraftFaults } from './draft-faults.tsx'
import { openTargets, type Card } from './draft.ts'
import { RepeatLine } from './repeat-line.tsx'
import { threadsWithImage } from './threads-with-image.ts'

/**
 * The drafts as last shown. When a toast later undoes the replacement of a video, what the user has typed since must
 * stay.
 */
const latest: { cards: readonly Card[] } = { cards: [] }

/** Notes on a draft's content, in its margin. They load after the page. */
export function DraftNotes({
  card,
  cards,
  media,
  platforms,
  isOutline,
  hasClaims,
  dispatch,
}: {
  card: Card
  /** All drafts of the composer, including this one. */
  cards: readonly Card[]
  media: Media
  /** All networks of the visible drafts, which share their media. */
  platforms: readonly Platform[]
  isOutline: boolean
  /** Whether the list of claims shows the unsupported claims, so that no separate line warns of them. */
  hasClaims: boolean
  dispatch: (action: ComposerAction) => void
}) {
  const targets = openTargets(card)
  useLayoutEffect(() => {
    latest.cards = cards
  }, [cards])

  function replaceImage(key: string, image: Image, by: Image, altText: string) {
    const change = (change: MediaAction) => dispatch({ type: 'media-changed', change, cardId: card.id })
    change({ type: 'picture-arrived', key, image: by })
    change({ type: 'alt-typed', key, altText })
    const sharing = latest.cards.filter((one) => (card.media ? one.id === card.id : !one.media))
    for (const action of threadsWithImage(sharing, image.id, by.id)) dispatch(action)
  }

  return (
    <>
      <CopyOffer
        platforms={[...new Set([...targets, ...platforms])]}
        refusedBy={targets}
        media={media}
        onReplace={replaceImage}
      />
      <StillGif platforms={targets} media={media} />
      {!isOutline && <RepeatLine card={card} />}
      <DraftFaults card={card} hasClaims={hasClaims} dispatch={dispatch} />
    </>
  )
}
