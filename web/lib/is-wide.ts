import { useSyncExternalStore } from 'react'

/** Same as `md:` in class names. */
const wide = matchMedia('(min-width: 48rem)')

/** Whether the window is wider than a phone, for content that differs by more than CSS. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
