import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { User } from '#core/people/auth-contract.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { withUsualPlatforms, type ComposerState } from './composer-model.ts'
import { saveComposer, readSavedComposer } from './saved-composer.ts'

const SAVE_DELAY_MS = 300

export function useComposer({
  id: userId,
  defaultPlatforms,
}: Pick<User, 'id' | 'defaultPlatforms'>): [
  ComposerState,
  dispatch: (action: ComposerAction) => void,
  saveNow: () => void,
] {
  const [state, dispatch] = useReducer(composerReducer, userId, (id) =>
    withUsualPlatforms(readSavedComposer(id), defaultPlatforms),
  )
  const latest = useRef(state)
  const isFirst = useRef(true)

  useEffect(() => dispatch({ type: 'usual-platforms-set', platforms: defaultPlatforms }), [defaultPlatforms])

  // A layout effect runs before the page is left, so that the last change is saved too.
  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const timer = setTimeout(() => saveComposer(userId, state), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state, userId])

  const saveNow = useCallback(() => saveComposer(userId, latest.current), [userId])
  useEffect(() => {
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [saveNow])

  return [state, dispatch, saveNow]
}
