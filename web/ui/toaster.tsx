import * as Toast from '@radix-ui/react-toast'
import { useRef, type FocusEvent } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useHeightProperty } from '../lib/use-height-property.ts'
import { dismissToast, useToast, type Toast as Notice } from '../lib/toast.ts'
import mark from './frog/mark.svg'
import { X } from './icons.ts'
import { TONES, type Tone } from './tones.ts'

const DURATION_MS = 5_000
const SWIPE_PX = 50

export default function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const notice = useToast()
  const { icon: Icon, text } = TONES[toneOf(notice)]
  const isGood = !notice?.isDestructive && !notice?.isUncertain
  const hasText = notice?.description !== undefined && !notice.isSpokenOnly
  const area = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useHeightProperty(viewport, '--toast-height')

  function onFocus({ relatedTarget }: FocusEvent) {
    if (!area.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
  }

  function close(id: number) {
    dismissToast(id)
    // Returns the focus only if it was in the toast.
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
            data-toast={notice.isHidden ? undefined : ''}
            open={notice.isOpen}
            onOpenChange={(isOpen) => !isOpen && close(notice.id)}
            type={notice.isDestructive ? 'foreground' : 'background'}
            className={classNames(
              notice.isHidden && 'sr-only',
              'rises relative flex items-center gap-2 rounded-card bg-surface py-0.5 pe-7 text-13 shadow-float max-lg:min-h-11 lg:gap-3 lg:ps-4 lg:pe-2 data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
              isGood ? 'ps-2' : 'ps-3',
              hasText ? 'lg:min-h-12' : 'lg:min-h-10',
            )}
          >
            {/* On a phone, the toast covers the brand, so it repeats the brand's frog, except in toasts about
                failures. */}
            {isGood && <img src={mark} alt="" width={32} height={25} className="block lg:hidden" />}
            <span className={classNames(isGood && 'max-lg:hidden', text)}>
              <Icon size={20} strokeWidth={1.75} />
            </span>
            {/* With this line height, three lines of text fit into the header. */}
            <div className="min-w-0 flex-1 leading-[17px]">
              <Toast.Title className="flex gap-1 font-strong text-pretty">
                {isGood && <Icon size={16} strokeWidth={2} className={classNames('shrink-0 lg:hidden', text)} />}
                <span className="min-w-0 break-words">{notice.title}</span>
              </Toast.Title>
              {notice.description && (
                <Toast.Description
                  className={classNames('text-pretty break-words text-ink-soft', notice.isSpokenOnly && 'sr-only')}
                >
                  {/* The description has its own direction, but is aligned with the title. */}
                  <bdi>{notice.description}</bdi>
                </Toast.Description>
              )}
            </div>
            {notice.action && (
              <Toast.Action
                altText={notice.action.label}
                onClick={notice.action.run}
                className="z-1 min-h-11 shrink-0 rounded-control px-2 font-strong text-pond hover:bg-sunk lg:min-h-9 lg:px-3"
              >
                {notice.action.label}
              </Toast.Action>
            )}
            {/* On a phone, pressing anywhere on the toast closes it. */}
            <Toast.Close
              aria-label={closeLabel}
              className="flex shrink-0 items-center justify-end rounded-card text-ink-soft max-lg:absolute max-lg:inset-0 max-lg:p-1.5 lg:size-7 lg:justify-center lg:rounded-control lg:hover:bg-sunk"
            >
              <X strokeWidth={1.75} className="size-4 lg:size-4.5" />
            </Toast.Close>
          </Toast.Root>
        )}
        <Toast.Viewport
          ref={viewport}
          hotkey={['F8']}
          // Places the toast in the header's free area: between links and menu, on a phone over the brand.
          className="fixed start-2 top-0 z-70 flex min-h-(--header) w-[calc(100vw-118px)] max-w-96 flex-col justify-center outline-none lg:start-auto lg:end-[calc(max(32px,50%-560px)+238px)] lg:w-88 lg:max-w-[calc(100%-756px)] xl:w-96"
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
