import { useEffect, type RefObject } from 'react'

export function useHeightProperty(ref: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    const { current } = ref
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [ref, property])
}
