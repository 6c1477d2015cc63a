import { useEffect, useEffectEvent } from 'react'
import type { ComposerAction } from './composer-state.ts'
import type { Input } from './composer-model.ts'

export function useSharedContent(
  input: Input,
  dispatch: (action: ComposerAction) => void,
  addPictures: (files: readonly File[]) => void,
): void {
  const begin = useEffectEvent(async () => {
    // Load on demand, because few users share content from another app.
    const { splitLink, takeShared, topicWithShared } = await import('./shared-content.ts')
    const shared = await takeShared()
    if (!shared) return
    const { link, words } = splitLink(shared.text)
    if (words) {
      if (!link) dispatch({ type: 'method-changed', method: 'topic' })
      dispatch({ type: 'input-changed', change: { topic: topicWithShared(input, words) } })
    }
    if (link) {
      dispatch({ type: 'method-changed', method: 'url' })
      dispatch({ type: 'input-changed', change: { address: link } })
    }
    if (shared.pictures.length > 0) addPictures(shared.pictures)
  })
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('shared')) return
    history.replaceState(history.state, '', location.pathname)
    begin().catch(() => {})
  }, [])
}
