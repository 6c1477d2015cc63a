import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from './toast.ts'
import { createStore } from './store.ts'

/** Events that start the loading of lazy modules: users move, touch or type before they need one. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const

let pending: (() => void)[] | null = []

function begin(event: Event) {
  // Ignores a resting pointer, which browsers report when the page appears.
  if (event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY) return
  for (const eventName of INTERACTIONS) removeEventListener(eventName, begin, true)
  const all = pending ?? []
  pending = null
  for (const start of all) start()
}

// There is no document while the build prerenders pages.
if (globalThis.document)
  for (const eventName of INTERACTIONS) addEventListener(eventName, begin, { capture: true, passive: true })

/** Loads a module after the first interaction. The returned hook calls `onFailed` if a wanted module fails to load. */
export function lazyModule<Module>(
  load: () => Promise<Module>,
): (isWanted: boolean, onFailed: () => void) => Module | undefined {
  let loading: Promise<void> | undefined
  const loaded = createStore<Module | undefined>(undefined)

  function start(): Promise<void> {
    loading ??= load().then(loaded.set, (error: unknown) => {
      // The load failed. Allows the next request to retry.
      loading = undefined
      throw error
    })
    return loading
  }
  const startAhead = () => void start().catch(() => {})
  if (pending) pending.push(startAhead)
  else startAhead()

  return function useLater(isWanted, onFailed) {
    const module = loaded.useValue()
    const reportFailure = useEffectEvent(onFailed)
    useEffect(() => {
      if (!isWanted || loaded.get()) return
      let isOver = false
      start().catch(() => isOver || reportFailure())
      return () => {
        isOver = true
      }
    }, [isWanted])
    return module
  }
}

/** Reports a failed load and closes the element, so that the user can open it again. */
export function useLoadFailed(onClose: () => void): () => void {
  const t = useTranslations('app')
  return () => {
    toast({ title: t('errors.noAnswer'), isDestructive: true })
    onClose()
  }
}
