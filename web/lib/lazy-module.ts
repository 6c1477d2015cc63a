import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { fetchAhead, fetchFirst } from './fetch-ahead.ts'
import { createStore } from './store.ts'
import { toast } from './toast.ts'

/**
 * Prefetches a module after the user's first interaction. A module that the user needs loads immediately. The returned
 * hook calls `onFailed` if the load fails.
 */
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
  fetchAhead(start)

  return function useLater(isWanted, onFailed) {
    const module = loaded.useValue()
    const reportFailure = useEffectEvent(onFailed)
    useEffect(() => {
      if (!isWanted || loaded.get()) return
      let isOver = false
      fetchFirst(start).catch(() => isOver || reportFailure())
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
