import { useId, useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { boxClass } from '../../ui/field.tsx'
import { CalendarClock, ChevronDown } from '../../ui/icons.ts'
import { TimePicker } from './time-picker.tsx'

/** Scrolls an unfolded section into view, because the dialog may be too small to show all of it. */
function keepInView(opened: HTMLElement | null) {
  if (!opened) return
  // The section's content may load late and grow. Keeps it in view until the user scrolls or types.
  const growing = new ResizeObserver(() => opened.scrollIntoView({ block: 'start' }))
  growing.observe(opened)
  const stop = () => growing.disconnect()
  for (const act of ['pointerdown', 'wheel', 'keydown'] as const)
    document.addEventListener(act, stop, { once: true, capture: true, passive: true })
  return stop
}

export function TimeDisclosure({
  isOver = false,
  ...picked
}: ComponentProps<typeof TimePicker> & { isOver?: boolean }) {
  const t = useTranslations('picker')
  const words = useTranslations('posts.schedule')
  const dates = useDates()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { at } = picked
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-14 font-strong">
        {t('when')}
      </span>
      <button
        type="button"
        id={`${id}-button`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-labelledby={`${id}-label ${id}-button`}
        onClick={() => setIsOpen(!isOpen)}
        className={classNames(boxClass(picked.isPast), 'flex min-h-(--control) items-center gap-2.5 px-3 text-start')}
      >
        <CalendarClock size={18} strokeWidth={1.75} className="text-ink-soft" />
        <span className={classNames('min-w-0 flex-1', isOver && 'text-ink-soft line-through')}>
          {at ? words('at', { day: dates.fullDay(at), time: dates.time(at) }) : t('none')}
        </span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          className={classNames('transition-transform duration-(--fast)', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={id} ref={keepInView} className="mt-2 scroll-mt-40">
          <TimePicker {...picked} />
        </div>
      )}
    </div>
  )
}
