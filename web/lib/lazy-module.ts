import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from './toast.ts'
import { createStore } from './store.ts'

/** Users move, touch or type before they need a lazy module. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const

let pending: (() => void)[] | null = []

function begin(event: Event) {
  // Browsers report a resting pointer when the page appears.
  if (event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY) return
  for (const eventName of INTERACTIONS) removeEventListener(eventName, begin, true)
  const all = pending ?? []
  pending = null
  for (const start of all) start()
}

// Not while prerendering.
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
      // Retry on the next request.
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

/** Closes the element, so that the user can open it again. */
export function useLoadFailed(onClose: () => void): () => void {
  const t = useTranslations('app')
  return () => {
    toast({ title: t('errors.noAnswer'), isDestructive: true })
    onClose()
  }
}
