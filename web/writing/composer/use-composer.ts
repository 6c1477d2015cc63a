import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { User } from '#core/people/auth-contract.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { connectedPlatforms } from '../../accounts/account-state.ts'
import { deleteGuestDrafts, readGuestDrafts } from '../../lib/guest-drafts.ts'
import { reading } from '../../lib/queries.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { withUsualPlatforms, type ComposerState } from './composer-model.ts'
import { saveComposer, readSavedComposer } from './saved-composer.ts'
import { readPlatformChoice, savePlatformChoice, usualPlatforms } from './usual-platforms.ts'
import { withGuestDrafts } from './with-guest-drafts.ts'

const SAVE_DELAY_MS = 300

export function useComposer({
  id: userId,
  defaultPlatforms: defaults,
}: Pick<User, 'id' | 'defaultPlatforms'>): [
  ComposerState,
  dispatch: (action: ComposerAction) => void,
  saveNow: () => void,
] {
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const connected = connectedPlatforms(accounts ?? [], new Date())
  const [savedChoice] = useState(() => readPlatformChoice(userId))
  const [state, dispatch] = useReducer(composerReducer, userId, (id) => {
    const saved = withUsualPlatforms(readSavedComposer(id), usualPlatforms(defaults, connected, savedChoice))
    const guest = readGuestDrafts()
    return guest?.isWanted ? withGuestDrafts(saved, guest) : saved
  })
  const { chosenPlatforms } = state
  const choice = chosenPlatforms ? { platforms: chosenPlatforms, connected, defaults } : savedChoice
  const usual = usualPlatforms(defaults, connected, choice).join()
  const latest = useRef(state)
  const isFirst = useRef(true)

  useEffect(() => {
    const names = usual.split(',')
    dispatch({ type: 'usual-platforms-set', platforms: PLATFORMS.filter((platform) => names.includes(platform)) })
  }, [usual])

  const saveChoice = useEffectEvent(() => choice && savePlatformChoice(userId, choice))
  useEffect(() => {
    if (chosenPlatforms) saveChoice()
  }, [chosenPlatforms])

  // A layout effect runs before the user leaves the page, so that the last change is saved too.
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
    if (!readGuestDrafts()?.isWanted) return
    // Move a visitor's drafts to the signed-in user. Save them first, then delete the visitor's copy.
    saveNow()
    deleteGuestDrafts()
  }, [saveNow])
  useEffect(() => {
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [saveNow])

  return [state, dispatch, saveNow]
}
