import { useSyncExternalStore } from 'react'

/** The same width as `md:` in class names. */
const wide = matchMedia('(min-width: 48rem)')

/** Whether the window is wider than a phone. Use it for differences in content, which CSS alone cannot make. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
