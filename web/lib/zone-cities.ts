import { useEffect } from 'react'
import { createStore } from './store.ts'

const store = createStore<Record<string, string> | undefined>(undefined)
let loading: Promise<void> | undefined

/** City names by time zone for a locale; undefined while they load. English uses the zones' own names. */
export function useZoneCities(locale: string): Record<string, string> | undefined {
  const cities = store.useValue()
  const isArabic = locale.startsWith('ar')
  useEffect(() => {
    if (isArabic) loading ??= load()
  }, [isArabic])
  return isArabic ? cities : ENGLISH
}

const ENGLISH: Record<string, string> = {}

async function load(): Promise<void> {
  try {
    store.set((await import('#core/cities-ar.json')).default)
  } catch {
    // Without a connection, the file may be missing. The next page retries.
    loading = undefined
  }
}
