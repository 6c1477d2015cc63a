import { useEffect, useEffectEvent } from 'react'
import type { Platform } from '#core/platforms/platform.ts'
import type { Card } from './draft.ts'
import { draftStep } from './draft-navigation.ts'
import { cardIn, type RailTab } from './faces.ts'

/** Moves between the drafts of the networks by keyboard. */
export function useDraftKeys(
  tabs: readonly RailTab[],
  tab: RailTab | undefined,
  shownLanguage: Card['language'],
  show: (platform: Platform, cardId: string) => void,
): void {
  const onDraftKey = useEffectEvent((event: KeyboardEvent) => {
    const step = draftStep(event)
    if (step === undefined || !tab) return
    const isInDraft = (event.target as Element).closest('[data-draft]') !== null
    const next = tabs[tabs.indexOf(tab) + (isInDraft ? step : 0)]
    const card = next?.face && cardIn(next.face, shownLanguage)
    if (!card) return
    event.preventDefault()
    show(card.platform, card.id)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onDraftKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
