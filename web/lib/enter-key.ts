import { useEffect, type RefObject } from 'react'

export function useEnterKey(within: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    const { current } = within
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      act()
    }
    current?.addEventListener('keydown', onKeyDown)
    return () => current?.removeEventListener('keydown', onKeyDown)
  })
}
