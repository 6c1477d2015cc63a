import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { createContext, useContext, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarView } from '#core/posts/calendar.ts'
import { isEditable } from '#core/posts/lifecycle.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { wallClock } from '#core/time-zone.ts'
import { GripVertical } from '../../ui/icons.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { maySchedule } from '../../lib/role.ts'
import { toast } from '../../lib/toast.ts'
import { mayChangePost } from '../../posts/may-change-post.ts'
import { TagDots } from '../../posts/tags/tag-marks.tsx'
import { useLocalDigits } from '../picker/use-local-digits.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { MoveControls } from './grid.ts'
import {
  isArrow,
  isPastCell,
  nextCell,
  cellFromId,
  cellId,
  publishTimeAt,
  rankOfCell,
  type DraggedItem,
} from './dragged-item.ts'
import { useDayNames } from './use-day-names.ts'
import { useMovePost } from './use-move-post.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface Move {
  item: DraggedItem | null
  hasHours: boolean
  isCellPast: (cell: CalendarCell) => boolean
  /**
   * The id of a post that the user moved by keyboard. The post takes the focus again when it renders in its new place.
   */
  refocus: { current: string | null }
  /** The id of the post that the user dropped last. It plays an animation in its new place. */
  settled: { current: string | null }
}

const MoveContext = createContext<Move | null>(null)
const useMove = () => useContext(MoveContext)

interface MovableCalendarProps {
  view: CalendarView
  days: readonly string[]
  today: string
  hasHours: boolean
  onDraft: (idea: Idea, cell: CalendarCell) => void
  children: ReactNode
}

export function MovableCalendar({ view, days, today, hasHours, onDraft, children }: MovableCalendarProps) {
  const t = useTranslations('calendar.move')
  const { timeZone } = useDates()
  const [dragged, setDragged] = useState<DraggedItem | null>(null)
  // The cell that the user has reached with the arrow keys during a drag. One press moves by a day, however far that is
  // on the screen.
  const keyboardCell = useRef<CalendarCell | null>(null)
  const refocus = useRef<string | null>(null)
  const settled = useRef<string | null>(null)
  const move = useMovePost()
  const texts = useMoveTexts()
  const isCellPast = (cell: CalendarCell) => dragged !== null && isPastCell(dragged, cell, timeZone, new Date())

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
    setDragged(null)
    if (!over || !dragged) return
    const cell = cellFromId(String(over.id))
    if (isCellPast(cell)) return toast({ title: t('past'), isDestructive: true })
    settled.current = dragged.kind === 'post' ? dragged.post.id : dragged.idea[0].id
    if (dragged.kind === 'draft') return onDraft(dragged.idea, cell)
    refocus.current = activatorEvent instanceof KeyboardEvent ? dragged.post.id : null
    void move(dragged.post, cell)
  }

  const announce = (over: { id: UniqueIdentifier } | null) => {
    if (!dragged || !over) return t('nowhere')
    const cell = cellFromId(String(over.id))
    const when = texts.cell(dragged, cell)
    return isCellPast(cell) ? t('over', { when }) : when
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      accessibility={{
        screenReaderInstructions: { draggable: t('how') },
        announcements: {
          onDragStart: ({ active }) => t('picked', { what: texts.item(active.data.current as DraggedItem) }),
          onDragOver: ({ over }) => announce(over),
          onDragEnd: ({ over }) => (over ? t('put', { when: announce(over) }) : t('back')),
          onDragCancel: () => t('back'),
        },
      }}
      onDragStart={({ active }) => {
        keyboardCell.current = null
        setDragged(active.data.current as DraggedItem)
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <MoveContext value={{ item: dragged, hasHours, isCellPast, refocus, settled }}>
        {children}
        <DragOverlay dropAnimation={null}>{dragged && <DragPreview item={dragged} />}</DragOverlay>
      </MoveContext>
    </DndContext>
  )
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

function DragPreview({ item: dragged }: { item: DraggedItem }) {
  const move = useMove()
  const texts = useMoveTexts()
  const { over } = useDndContext()
  const cell = over && cellFromId(String(over.id))
  const { content: text, platform } =
    dragged.kind === 'post' ? { ...dragged.post, content: dragged.post.opening } : dragged.idea[0]
  return (
    <div className="w-48 cursor-grabbing rounded-control border border-pond bg-surface px-2.5 py-2 text-13 shadow-float">
      {cell && (
        <p className={classNames('mb-1 font-strong', move?.isCellPast(cell) && 'text-coral')}>
          {texts.cell(dragged, cell)}
        </p>
      )}
      <div className="flex items-start gap-2">
        <PlatformBadge platform={platform} size={16} className="mt-0.5" />
        <span dir={textDirection(text)} className="line-clamp-2 min-w-0 flex-1 break-words">
          {text}
        </span>
      </div>
    </div>
  )
}

function DropArea({ date, time }: { date: string; time?: string }) {
  const move = useMove()
  const cell = { date, ...(time !== undefined && { time }) }
  const { setNodeRef, isOver: isHovered } = useDroppable({ id: cellId(cell) })
  return (
    <>
      <span
        ref={setNodeRef}
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-0',
          time !== undefined && 'rounded-card',
          isHovered && (move?.isCellPast(cell) ? 'inset-ring-2 inset-ring-coral' : 'inset-ring-2 inset-ring-pond'),
        )}
      />
      {move?.item && move.hasHours && time === undefined && (
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

function HourArea({ cell }: { cell: CalendarCell & { hour: number } }) {
  const move = useMove()
  const toLocalDigits = useLocalDigits()
  const { setNodeRef, isOver: isHovered } = useDroppable({ id: cellId(cell) })
  const isPast = isHovered && move?.isCellPast(cell)
  return (
    <span
      ref={setNodeRef}
      className={classNames(
        'relative flex min-h-0 flex-1 items-center justify-center text-13 leading-none tabular-nums',
        isHovered
          ? classNames('z-10 font-strong', isPast ? 'bg-coral text-on-coral' : 'bg-pond text-on-pond')
          : 'text-ink-soft',
      )}
    >
      {(isHovered || cell.hour % 6 === 0) && toLocalDigits(String(cell.hour))}
    </span>
  )
}

/**
 * A post in the calendar that the user can drag.
 * @param hasRoom whether there is space for the colours of the post's tags
 */
function PostGrip({ post, hasRoom = true, className, children, ...rest }: ComponentProps<MoveControls['PostGrip']>) {
  const t = useTranslations('calendar.move')
  const move = useMove()
  const dragged: DraggedItem = { kind: 'post', post }
  const isMovable = isEditable(post.status) && mayChangePost(post)
  const { setNodeRef, node, listeners, attributes, isDragging } = useDraggable({
    id: post.id,
    data: dragged,
    disabled: !isMovable,
  })
  useEffect(() => {
    if (!move || move.refocus.current !== post.id) return
    move.refocus.current = null
    node.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on mount
  }, [])
  const [isSettling] = useState(() => move?.settled.current === post.id)
  return (
    <button
      type="button"
      {...rest}
      ref={setNodeRef}
      {...(isMovable && {
        ...listeners,
        'aria-describedby': attributes['aria-describedby'],
        'aria-roledescription': t('movable'),
      })}
      className={classNames(className, isMovable && 'cursor-grab', isDragging && 'opacity-40', isSettling && 'rises')}
    >
      {children}
      {hasRoom && post.tagIds && (
        <span className="flex shrink-0 gap-0.5 pt-0.5">
          <TagDots tagIds={post.tagIds} />
        </span>
      )}
    </button>
  )
}

export function DraftGrip({ idea, opening }: { idea: Idea; opening: string }) {
  const t = useTranslations('calendar.move')
  const dragged: DraggedItem = { kind: 'draft', idea }
  const disabled = !idea.every(({ platform }) => maySchedule(platform))
  const { setNodeRef, listeners, attributes } = useDraggable({ id: `draft ${idea[0].id}`, data: dragged, disabled })
  if (disabled) return null
  return (
    <IconButton
      ref={setNodeRef}
      label={t('toDay', { opening })}
      {...listeners}
      aria-describedby={attributes['aria-describedby']}
      className="-my-2 cursor-grab touch-manipulation"
    >
      <GripVertical size={17} strokeWidth={1.75} />
    </IconButton>
  )
}

export const MOVE_CONTROLS: MoveControls = { DropArea, PostGrip }
