import { useSyncExternalStore } from 'react'

/** Matches windows from the width of `md:` in class names. Undefined while the build prerenders pages. */
const wide = globalThis.matchMedia?.('(min-width: 48rem)')

/** Whether the window is wider than a phone. Use it for differences in content, which CSS alone cannot make. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide?.addEventListener('change', listener)
      return () => wide?.removeEventListener('change', listener)
    },
    () => wide?.matches ?? false,
    () => false,
  )
}
