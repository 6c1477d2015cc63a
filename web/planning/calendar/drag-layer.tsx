import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarView } from '#core/posts/calendar.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { wallClock } from '#core/time-zone.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { toast } from '../../lib/toast.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { isArrow, isPastCell, nextCell, cellFromId, publishTimeAt, rankOfCell } from './dragged-item.ts'
import { cellId, useDrag, type DraggedItem, type Movable, type Press } from './dragging.ts'
import { useDayNames } from './use-day-names.ts'
import { useMovePost } from './use-move-post.ts'

export interface DragLayerProps extends Pick<Movable, 'dragging'> {
  view: CalendarView
  days: readonly string[]
  today: string
  onDraft: (idea: Idea, cell: CalendarCell) => void
}

/**
 * Connects the calendar with the library for dragging. The library gets only the pressed element, and the cells during
 * the press. So no element of the calendar renders again when the library has loaded.
 */
export function DragLayer({ dragging, view, days, today, onDraft }: DragLayerProps) {
  const t = useTranslations('calendar.move')
  const { timeZone } = useDates()
  const { press, item: dragged, overId } = useDrag({ dragging }, (state) => state)
  // The cell that the user has reached with the arrow keys during a drag. One press moves by a day, however far that is
  // on the screen.
  const keyboardCell = useRef<CalendarCell | null>(null)
  const move = useMovePost()
  const texts = useMoveTexts()
  const isPast = (item: DraggedItem, cell: CalendarCell) => isPastCell(item, cell, timeZone, new Date())

  useLayoutEffect(() => {
    dragging.setReady(true)
    return () => dragging.setReady(false)
  }, [dragging])
  // Repeats the key that the user pressed while this module was loading.
  const repeatKey = useEffectEvent(() => {
    if (press?.on === 'onKeyDown' && document.activeElement === press.node)
      press.node.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', bubbles: true, cancelable: true }))
  })
  useEffect(() => {
    const timer = setTimeout(() => repeatKey())
    return () => clearTimeout(timer)
  }, [])

  const coordinateGetter: KeyboardCoordinateGetter = (event, { context }) => {
    // Reads the dragged item from the event, because the component's state does not contain it yet.
    const dragged = context.active?.data.current as DraggedItem | undefined
    if (!isArrow(event.code) || !dragged) return undefined
    event.preventDefault()
    const origin =
      dragged.kind === 'post' ? wallClock(new Date(dragged.post.at), timeZone) : { date: '', time: '09:00' }
    const shown = { view, days, isRtl: document.dir === 'rtl' }
    const next =
      keyboardCell.current || days.includes(origin.date)
        ? nextCell(event.code, keyboardCell.current ?? { date: origin.date }, shown, Number(origin.time.slice(0, 2)))
        : { date: days.includes(today) ? today : (days[0] ?? today) }
    const box = next && (context.droppableRects.get(cellId(next)) ?? context.droppableRects.get(next.date))
    if (!box || !context.collisionRect) return undefined
    keyboardCell.current = next
    const { width, height } = context.collisionRect
    return { x: box.left + (box.width - width) / 2, y: box.top + (box.height - height) / 2 }
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A drag starts only after this delay, so that a quick swipe scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter,
      // Only Space starts a drag, because Enter opens the day.
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] },
    }),
  )
  const collisionDetection: CollisionDetection = (args) => {
    if (!args.pointerCoordinates) return keyboardCell.current ? [{ id: cellId(keyboardCell.current) }] : []
    return pointerWithin(args).toSorted((a, b) => rankOfCell(String(a.id)) - rankOfCell(String(b.id)))
  }

  function drop({ over, activatorEvent }: DragEndEvent) {
    dragging.end()
    if (!over || !dragged) return
    const cell = cellFromId(String(over.id))
    if (isPast(dragged, cell)) return toast({ title: t('past'), isDestructive: true })
    if (dragged.kind === 'draft') {
      dragging.drop(dragged.idea[0].id, false)
      return onDraft(dragged.idea, cell)
    }
    dragging.drop(dragged.post.id, activatorEvent instanceof KeyboardEvent)
    void move(dragged.post, cell)
  }

  const announce = (over: { id: UniqueIdentifier } | null) => {
    if (!dragged || !over) return t('nowhere')
    const cell = cellFromId(String(over.id))
    const when = texts.cell(dragged, cell)
    return isPast(dragged, cell) ? t('over', { when }) : when
  }
  const cell = overId === null ? null : cellFromId(overId)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      accessibility={{
        // Turn off the library's own instructions, because the calendar contains others from the start.
        screenReaderInstructions: { draggable: '' },
        announcements: {
          onDragStart: ({ active }) => t('picked', { what: texts.item(active.data.current as DraggedItem) }),
          onDragOver: ({ over }) => announce(over),
          onDragEnd: ({ over }) => (over ? t('put', { when: announce(over) }) : t('back')),
          onDragCancel: () => t('back'),
        },
      }}
      onDragStart={({ active }) => {
        keyboardCell.current = null
        dragging.change({ item: active.data.current as DraggedItem })
      }}
      onDragOver={({ active, over }) => {
        const id = over === null ? null : String(over.id)
        const isOverPast = id !== null && isPast(active.data.current as DraggedItem, cellFromId(id))
        dragging.change({ overId: id, isOverPast })
      }}
      onDragAbort={() => dragging.end()}
      onDragCancel={() => dragging.end()}
      onDragEnd={drop}
    >
      {press && <PressedItem press={press} />}
      {press && [...dragging.areas].map(([id, node]) => <Area key={id} id={id} node={node} />)}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <DragPreview
            item={dragged}
            when={cell && texts.cell(dragged, cell)}
            isPast={cell !== null && isPast(dragged, cell)}
          />
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Registers the pressed element, and gives the library the event that pressed it. */
function PressedItem({ press }: { press: Press }) {
  const { item } = press
  const id = item.kind === 'post' ? item.post.id : `draft ${item.idea[0].id}`
  const { setNodeRef, listeners } = useDraggable({ id, data: item })
  const begin = useEffectEvent((started: Press) => {
    setNodeRef(started.node)
    listeners?.[started.on]?.(started.event)
  })
  useLayoutEffect(() => begin(press), [press])
  return null
}

function Area({ id, node }: { id: string; node: HTMLElement }) {
  const { setNodeRef } = useDroppable({ id })
  useLayoutEffect(() => setNodeRef(node), [setNodeRef, node])
  return null
}

function useMoveTexts() {
  const t = useTranslations('calendar.move')
  const drafts = useTranslations('posts.drafts')
  const dates = useDates()
  const names = useDayNames()
  const moment = (at: Date) => t('when', { day: dates.fullDay(at), time: dates.time(at) })
  return {
    item: (dragged: DraggedItem) =>
      dragged.kind === 'post'
        ? t('post', { platform: isolate(rulesOf(dragged.post.platform).name), when: moment(new Date(dragged.post.at)) })
        : t('draft', { opening: isolate(dragged.idea[0].content.trim().slice(0, 60) || drafts('untitled')) }),
    cell: (dragged: DraggedItem, cell: CalendarCell) => {
      const at = publishTimeAt(dragged, cell, dates.timeZone)
      return at ? moment(at) : names.full(cell.date)
    },
  }
}

function DragPreview({ item: dragged, when, isPast }: { item: DraggedItem; when: string | null; isPast: boolean }) {
  const { content: text, platform } =
    dragged.kind === 'post' ? { ...dragged.post, content: dragged.post.opening } : dragged.idea[0]
  return (
    <div className="w-48 cursor-grabbing rounded-control border border-pond bg-surface px-2.5 py-2 text-13 shadow-float">
      {when && <p className={classNames('mb-1 font-strong', isPast && 'text-coral')}>{when}</p>}
      <div className="flex items-start gap-2">
        <PlatformBadge platform={platform} size={16} className="mt-0.5" />
        <span dir={textDirection(text)} className="line-clamp-2 min-w-0 flex-1 break-words">
          {text}
        </span>
      </div>
    </div>
  )
}
