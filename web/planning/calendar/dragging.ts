import {
  createContext,
  useContext,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type TouchEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { createListeners } from '../../lib/store.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'

export type DraggedItem = { kind: 'post'; post: CalendarPost } | { kind: 'draft'; idea: Idea }

export const cellId = ({ date, hour, time }: CalendarCell): string =>
  time === undefined && hour === undefined ? date : `${date}T${time ?? hour}`

/** A press on an element that the user can drag. A drag starts once the pointer moves or the press lasts. */
export interface Press {
  item: DraggedItem
  node: HTMLElement
  on: 'onMouseDown' | 'onTouchStart' | 'onKeyDown'
  event: MouseEvent | TouchEvent | KeyboardEvent
}

export interface DragState {
  press: Press | null
  /** The dragged item; null until a press becomes a drag. */
  item: DraggedItem | null
  /** The id of the cell under the dragged item. */
  overId: string | null
  /** Whether a drop in that cell would put the item in the past. */
  isOverPast: boolean
}

const NO_DRAG: DragState = { press: null, item: null, overId: null, isOverPast: false }

/**
 * The state of a drag. The calendar's elements use it from the start. `drag-layer.tsx`, which loads later, connects it
 * with the library for dragging.
 */
export function createDragging() {
  const { subscribe, notify } = createListeners()
  let state = NO_DRAG
  let isReady = false
  const refocus = { current: null as string | null }
  const settled = { current: null as string | null }
  /** The elements in which the user can drop an item, by the id of their cell. */
  const areas = new Map<string, HTMLElement>()
  const change = (changed: Partial<DragState>) => {
    state = { ...state, ...changed }
    notify()
  }
  return {
    subscribe,
    get: () => state,
    change,
    /** Whether the library for dragging has loaded. */
    isReady: () => isReady,
    setReady: (ready: boolean) => {
      isReady = ready
    },
    end: () => change(NO_DRAG),
    areas,
    addArea: (id: string, node: HTMLElement) => {
      areas.set(id, node)
      // During a press, `drag-layer.tsx` must render again to give the library this area too.
      if (state.press) change({})
      return () => {
        if (areas.get(id) === node) areas.delete(id)
        if (state.press) change({})
      }
    },
    /** Renders before the event ends, because the library may prevent the event's default action. */
    press: (press: Press | null) => flushSync(() => change({ press })),
    /** The id of a post that the user moved by keyboard. It takes the focus when it renders in its new place. */
    refocus,
    /** The id of the post that the user dropped last. It plays an animation in its new place. */
    settled,
    drop: (id: string, isByKeyboard: boolean) => {
      settled.current = id
      refocus.current = isByKeyboard ? id : null
    },
  }
}

export interface Movable {
  dragging: ReturnType<typeof createDragging>
  /** Whether a dragged item can be dropped on each hour of a day. */
  hasHours: boolean
  /** The id of the element that explains to screen readers how to move an item. */
  instructionsId: string
  /** Loads the library for dragging. */
  load: () => void
}

export const MovableContext = createContext<Movable | null>(null)

export function useMovable(): Movable {
  const movable = useContext(MovableContext)
  if (!movable) throw new Error('This element must be in a MovableCalendar')
  return movable
}

/** A part of the drag's state. The component renders again only when this part changes. */
export const useDrag = <Part>({ dragging }: Pick<Movable, 'dragging'>, select: (state: DragState) => Part): Part =>
  useSyncExternalStore(dragging.subscribe, () => select(dragging.get()))
