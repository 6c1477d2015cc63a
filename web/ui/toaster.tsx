import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useRef, type FocusEvent } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useHeightTold } from '../lib/height-told.ts'
import { dismissToast, useToast, type Toast as Notice } from '../lib/toast.ts'
import { TONES, type Tone } from './tones.ts'

const DURATION_MS = 5_000
const SWIPE_PX = 50

export default function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const notice = useToast()
  const { icon: Icon, text } = TONES[toneOf(notice)]
  const area = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useHeightTold(viewport, '--toast-height')

  function onFocus({ relatedTarget }: FocusEvent) {
    if (!area.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
  }

  function close(id: number) {
    dismissToast(id)
    // Whoever pressed a button of the notice goes on where they were.
    if (!area.current?.contains(document.activeElement)) return
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('content')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }

  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label={label}>
      <div ref={area} onFocus={onFocus}>
        {notice && (
          <Toast.Root
            key={notice.id}
            open={notice.isOpen}
            onOpenChange={(isOpen) => !isOpen && close(notice.id)}
            type={notice.isDestructive ? 'foreground' : 'background'}
            className={classNames(
              'rises flex gap-3 border-b border-line bg-surface py-3 ps-4 pe-2 text-14 lg:rounded-card lg:border-0 lg:py-0.5 lg:shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
              notice.description ? 'items-start' : 'items-center lg:min-h-10',
            )}
          >
            <span className={classNames(notice.description && 'mt-0.5 lg:mt-1', text)}>
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div className="min-w-0 flex-1 py-px lg:py-1">
              <Toast.Title className="font-strong lg:leading-5">{notice.title}</Toast.Title>
              {notice.description && (
                <Toast.Description className="mt-0.5 text-pretty break-words text-ink-soft lg:leading-5">
                  {/* In its own direction, and at the side where the title is. */}
                  <bdi>{notice.description}</bdi>
                </Toast.Description>
              )}
            </div>
            {notice.action && (
              <Toast.Action
                altText={notice.action.label}
                onClick={notice.action.run}
                className="min-h-9 shrink-0 rounded-control px-3 font-strong text-pond hover:bg-sunk"
              >
                {notice.action.label}
              </Toast.Action>
            )}
            <Toast.Close
              aria-label={closeLabel}
              className="-my-1.5 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunk lg:my-0 lg:size-7"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Toast.Close>
          </Toast.Root>
        )}
        <Toast.Viewport
          ref={viewport}
          hotkey={['F8']}
          // In the header, between its links and its menu, where there is room; else above the page.
          className="fixed inset-x-0 top-0 z-70 flex flex-col outline-none lg:inset-x-auto lg:end-[calc(max(32px,50vw-560px)+238px)] lg:min-h-(--header) lg:w-88 lg:justify-center lg:py-1 lg:max-w-[calc(100vw-756px)] xl:w-96"
        />
      </div>
    </Toast.Provider>
  )
}

function toneOf(notice: Notice | null): Tone {
  if (notice?.isDestructive) return 'act'
  if (notice?.isUncertain) return 'look'
  return notice?.isLive ? 'live' : 'quiet'
}
