import { useSyncExternalStore } from 'react'

/** As `md:` in class names. */
const wide = matchMedia('(min-width: 48rem)')

/** Whether there is more room than a phone has: for what is drawn otherwise there, where hiding one of both would not do. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
