import { useEffect, useEffectEvent } from 'react'
import { readText, removeText } from '../../lib/local-storage.ts'
import type { ComposerAction } from './composer-state.ts'

export function useAssistantAngle(dispatch: (action: ComposerAction) => void): void {
  const begin = useEffectEvent(async () => {
    // Load on demand, because few users come from the assistant.
    const { ASSISTANT_ANGLE_KEY, readAssistantAngle } = await import('../professional/assistant-angle.ts')
    const given = readAssistantAngle(readText(ASSISTANT_ANGLE_KEY))
    removeText(ASSISTANT_ANGLE_KEY)
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
