import { useCallback, useEffect, useId, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isEditable } from '#core/posts/lifecycle.ts'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { GripVertical } from '../../ui/icons.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { classNames } from '../../lib/class-names.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { maySchedule } from '../../lib/role.ts'
import { mayChangePost } from '../../posts/may-change-post.ts'
import { useLocalDigits } from '../picker/use-local-digits.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  cellId,
  createDragging,
  MovableContext,
  useDrag,
  useMovable,
  type DraggedItem,
  type DragState,
  type Movable,
  type Press,
} from './dragging.ts'
import type { DragLayerProps } from './drag-layer.tsx'

const useLayer = lazyModule(() => withMessages(['picker'], () => import('./drag-layer.tsx')))

const useTagDots = lazyModule(() => import('../../posts/tags/tag-dots.tsx'))

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * A calendar whose posts and drafts the user can drag. The library for dragging loads when the pointer or the focus
 * first reaches one of them.
 */
export function MovableCalendar({
  hasHours,
  children,
  ...rest
}: Omit<DragLayerProps, 'dragging'> & { hasHours: boolean; children: ReactNode }) {
  const t = useTranslations('calendar.move')
  const instructionsId = useId()
  const [dragging] = useState(createDragging)
  const [isNear, setNear] = useState(false)
  const layer = useLayer(isNear, () => setNear(false))
  const movable = useMemo<Movable>(
    () => ({ dragging, hasHours, instructionsId, load: () => setNear(true) }),
    [dragging, hasHours, instructionsId],
  )
  return (
    <MovableContext value={movable}>
      {children}
      <p id={instructionsId} hidden>
        {t('how')}
      </p>
      {layer && <layer.DragLayer dragging={dragging} {...rest} />}
    </MovableContext>
  )
}

/** The props of an element that starts a drag. */
function useDragStart(item: DraggedItem) {
  const { dragging, instructionsId, load } = useMovable()
  const start = (on: Press['on']) => (event: Press['event']) => {
    const isOtherKey = 'code' in event && event.code !== 'Space'
    if (isOtherKey || dragging.get().item) return
    load()
    dragging.press({ item, node: event.currentTarget as HTMLElement, on, event })
    if (dragging.isReady()) return
    // `drag-layer.tsx` starts the drag after loading, if the user still presses the element.
    if (on === 'onKeyDown') return event.preventDefault()
    const released = new AbortController()
    const release = () => {
      released.abort()
      dragging.end()
    }
    for (const name of RELEASES) addEventListener(name, release, { signal: released.signal })
  }
  return {
    'aria-describedby': instructionsId,
    onPointerEnter: load,
    onFocus: load,
    onMouseDown: start('onMouseDown'),
    onTouchStart: start('onTouchStart'),
    onKeyDown: start('onKeyDown'),
  }
}

const RELEASES = ['mouseup', 'touchend', 'touchcancel'] as const

/** A ref that adds the element to the cells in which the user can drop an item. */
function useAreaRef(id: string) {
  const { dragging } = useMovable()
  return useCallback((node: HTMLElement | null) => (node ? dragging.addArea(id, node) : undefined), [dragging, id])
}

/** Part of a day, such as a free weekly time, or a whole day, in which the user can drop an item. */
export function DropArea({ date, time }: { date: string; time?: string }) {
  const movable = useMovable()
  const id = cellId({ date, ...(time !== undefined && { time }) })
  const hovered = useDrag(movable, hoveredAs(id))
  const isDragging = useDrag(movable, ({ item }) => item !== null)
  return (
    <>
      <span
        ref={useAreaRef(id)}
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-0',
          time !== undefined && 'rounded-card',
          hovered && (hovered === 'past' ? 'inset-ring-2 inset-ring-coral' : 'inset-ring-2 inset-ring-pond'),
        )}
      />
      {isDragging && movable.hasHours && time === undefined && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-0 z-10 flex w-9 flex-col border-s border-line bg-surface"
        >
          {HOURS.map((hour) => (
            <HourArea key={hour} cell={{ date, hour }} />
          ))}
        </span>
      )}
    </>
  )
}

const hoveredAs =
  (id: string) =>
  ({ overId, isOverPast }: DragState): 'past' | 'future' | null =>
    overId === id ? (isOverPast ? 'past' : 'future') : null

function HourArea({ cell }: { cell: CalendarCell & { hour: number } }) {
  const movable = useMovable()
  const toLocalDigits = useLocalDigits()
  const id = cellId(cell)
  const hovered = useDrag(movable, hoveredAs(id))
  return (
    <span
      ref={useAreaRef(id)}
      className={classNames(
        'relative flex min-h-0 flex-1 items-center justify-center text-13 leading-none tabular-nums',
        hovered
          ? classNames('z-10 font-strong', hovered === 'past' ? 'bg-coral text-on-coral' : 'bg-pond text-on-pond')
          : 'text-ink-soft',
      )}
    >
      {(hovered || cell.hour % 6 === 0) && toLocalDigits(String(cell.hour))}
    </span>
  )
}

/**
 * A post in the calendar that the user can drag.
 * @param hasRoom whether there is space for the colours of the post's tags
 */
export function PostGrip({
  post,
  hasRoom = true,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { post: CalendarPost; hasRoom?: boolean }) {
  const t = useTranslations('calendar.move')
  const movable = useMovable()
  const { refocus, settled } = movable.dragging
  const start = useDragStart({ kind: 'post', post })
  const isMovable = isEditable(post.status) && mayChangePost(post)
  const isDragged = useDrag(movable, ({ item }) => item?.kind === 'post' && item.post.id === post.id)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (refocus.current !== post.id) return
    refocus.current = null
    button.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on mount
  }, [])
  const [isSettling] = useState(() => settled.current === post.id)
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      {...(isMovable && { ...start, 'aria-roledescription': t('movable') })}
      className={classNames(className, isMovable && 'cursor-grab', isDragged && 'opacity-40', isSettling && 'rises')}
    >
      {children}
      {hasRoom && post.tagIds && <LaterTagDots tagIds={post.tagIds} />}
    </button>
  )
}

function LaterTagDots({ tagIds }: { tagIds: readonly string[] }) {
  const dots = useTagDots(true, () => {})
  return dots && <dots.TagDots tagIds={tagIds} />
}

export function DraftGrip({ idea, opening }: { idea: Idea; opening: string }) {
  const t = useTranslations('calendar.move')
  const start = useDragStart({ kind: 'draft', idea })
  if (!idea.every(({ platform }) => maySchedule(platform))) return null
  return (
    <IconButton label={t('toDay', { opening })} {...start} className="-my-2 cursor-grab touch-manipulation">
      <GripVertical size={17} strokeWidth={1.75} />
    </IconButton>
  )
}
