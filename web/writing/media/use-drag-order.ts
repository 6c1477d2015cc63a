import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'

/** Reorders a list by dragging. Rows move only on release, because moving a row in the DOM ends its pointer capture. */
export function useDragOrder(onMove: (key: string, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const end = useRef<() => void>(() => {})
  useEffect(() => () => end.current(), [])

  function startDrag(event: ReactPointerEvent, key: string): void {
    if (event.button !== 0) return
    event.preventDefault()
    const rows = [...(list.current?.children ?? [])]
    let over: number | null = null

    const onPointerMove = ({ clientY }: PointerEvent) => {
      const at = rows.findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return clientY >= top && clientY < bottom
      })
      over = at === -1 ? null : at
      setTarget(over)
    }
    const onPointerUp = () => {
      end.current()
      if (over !== null) onMove(key, over)
    }
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && end.current()
    end.current = () => {
      removeEventListener('pointermove', onPointerMove)
      removeEventListener('pointerup', onPointerUp)
      removeEventListener('pointercancel', end.current)
      removeEventListener('keydown', onKeyDown)
      end.current = () => {}
      setDragged(null)
      setTarget(null)
    }
    addEventListener('pointermove', onPointerMove)
    addEventListener('pointerup', onPointerUp)
    addEventListener('pointercancel', end.current)
    addEventListener('keydown', onKeyDown)
    setDragged(key)
  }

  return { list, dragged, target, startDrag }
}
