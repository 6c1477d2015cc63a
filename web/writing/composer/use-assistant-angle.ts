import { useEffect, useEffectEvent } from 'react'
import type { ComposerAction } from './composer-state.ts'

/** Starts a Professional post from an angle that the assistant handed over. */
export function useHandOver(dispatch: (action: ComposerAction) => void): void {
  const begin = useEffectEvent(async () => {
    // Lazy, because few users come from the assistant.
    const { HANDED_OVER, handedOver } = await import('../professional/assistant-angle.ts')
    const given = handedOver(localStorage.getItem(HANDED_OVER))
    localStorage.removeItem(HANDED_OVER)
    dispatch({ type: 'method-changed', method: 'topic' })
    dispatch({
      type: 'input-changed',
      change: { mode: 'professional', ...(given && { topic: given.topic, filledTopic: null, chosen: given.chosen }) },
    })
  })
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (query.get('mode') !== 'professional' || query.get('source') !== 'frogy') return
    history.replaceState(history.state, '', location.pathname)
    begin().catch(() => {})
  }, [])
}
