import { useEffect, useReducer, useRef } from 'react'
import { composerReducer, type ComposerAction, type ComposerState } from './composer-state.ts'
import { keepComposer, readComposer } from './kept-composer.ts'

const KEEP_MS = 300

/** The desk of one person, kept in this browser as it changes. */
export function useComposer(userId: string): [ComposerState, (action: ComposerAction) => void] {
  const [state, dispatch] = useReducer(composerReducer, userId, readComposer)
  const latest = useRef(state)
  const isFirst = useRef(true)

  useEffect(() => {
    latest.current = state
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const timer = setTimeout(() => keepComposer(userId, state), KEEP_MS)
    return () => clearTimeout(timer)
  }, [state, userId])

  useEffect(() => {
    const keepNow = () => keepComposer(userId, latest.current)
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [userId])

  return [state, dispatch]
}
