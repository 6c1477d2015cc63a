import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from './toast.ts'

/** Whoever is about to do something has moved, touched or typed before. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const

let awaited: (() => void)[] | null = []

function begin(event: Event) {
  // A browser tells of a pointer that only rests where the page appears.
  if (event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY) return
  for (const act of INTERACTIONS) removeEventListener(act, begin, true)
  const all = awaited ?? []
  awaited = null
  for (const start of all) start()
}

// Not where pages are drawn beforehand.
if (globalThis.document) for (const act of INTERACTIONS) addEventListener(act, begin, { capture: true, passive: true })

/**
 * What is seen after an act only, so that the first load is spared it: it is fetched once somebody does anything on the
 * page, so that it is there when it is asked for.
 * @returns a hook that gives the module once it has come; one that is wanted and cannot be fetched is told of by `onFailed`
 */
export function lazyModule<Module>(
  load: () => Promise<Module>,
): (isWanted: boolean, onFailed: () => void) => Module | undefined {
  let loading: Promise<void> | undefined
  let loaded: Module | undefined
  const listeners = new Set<() => void>()

  function start(): Promise<void> {
    loading ??= load().then(
      (module) => {
        loaded = module
        for (const listener of listeners) listener()
      },
      (error: unknown) => {
        // The next one who wants it tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const startAhead = () => void start().catch(() => {})
  if (awaited) awaited.push(startAhead)
  else startAhead()

  return function useLater(isWanted, onFailed) {
    const module = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => loaded,
      () => undefined,
    )
    const tell = useEffectEvent(onFailed)
    useEffect(() => {
      if (!isWanted || loaded) return
      let isOver = false
      start().catch(() => isOver || tell())
      return () => {
        isOver = true
      }
    }, [isWanted])
    return module
  }
}

/** For what was opened and could not be fetched: says so, and closes it, so that it can be opened again. */
export function useLoadFailed(onClose: () => void): () => void {
  const t = useTranslations('app')
  return () => {
    toast({ title: t('errors.noAnswer'), isDestructive: true })
    onClose()
  }
}
