import { useEffect, useReducer, useRef } from 'react'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import type { ComposerState } from './piece.ts'
import { saveComposer, readSavedComposer } from './saved-composer.ts'

const SAVE_DELAY_MS = 300

/** The desk of one person, saved in this browser as it changes. */
export function useComposer(userId: string): [ComposerState, (action: ComposerAction) => void] {
  const [state, dispatch] = useReducer(composerReducer, userId, readSavedComposer)
  const latest = useRef(state)
  const isFirst = useRef(true)

  useEffect(() => {
    latest.current = state
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const timer = setTimeout(() => saveComposer(userId, state), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state, userId])

  useEffect(() => {
    const saveNow = () => saveComposer(userId, latest.current)
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [userId])

  return [state, dispatch]
}
