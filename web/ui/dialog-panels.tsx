import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { createContext, useContext, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Button } from './button.tsx'
import { useReturnFocus } from './return-focus.ts'

// As high as the panels: one dialog may open from another, which it then covers.
const SCRIM = 'appears fixed inset-0 z-50 bg-scrim'
// A notice that comes meanwhile stands above them. All but opaque: of an opaque one that scrolls, Chromium leaves out what
// is behind its round corners, and they are black.
const PANEL =
  'rises fixed inset-x-0 bottom-0 z-50 flex max-h-[min(94dvh,calc(100dvh-var(--toast-height)))] flex-col overflow-y-auto rounded-t-card bg-surface/[99.8%] p-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-float md:w-full md:p-6'
const MIDDLE =
  'md:inset-0 md:m-auto md:h-fit md:max-h-[min(90dvh,calc(100dvh-2*var(--toast-height)-16px))] md:rounded-card'
const PLACES = {
  md: `${MIDDLE} md:max-w-112`,
  lg: `${MIDDLE} md:max-w-180`,
  xl: `${MIDDLE} md:max-w-200`,
  // Beside what it was opened from, which stays in view.
  side: 'md:inset-y-0 md:start-auto md:end-0 md:max-h-none md:max-w-114 md:rounded-t-none md:rounded-s-card',
}

/** Tells the dialog from which another one was opened that it is covered: two in the same place would be two titles and two rows of buttons. */
const Covering = createContext<(isCovered: boolean) => void>(() => {})

/** A toast that came later takes the key for itself; whoever is in a dialog means the dialog. */
const onEscape = (onClose: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  // What happens in a dialog that was opened from this one is heard here, too.
  if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node) && !isTaken(event)) onClose()
}

/** A field with something of its own to put away does that first. */
const isTaken = ({ target }: { target: EventTarget | null }) =>
  target instanceof Element && target.closest('[data-own-escape]') !== null

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  width?: keyof typeof PLACES
  /** Whether a press beside it and Escape leave it open, because something would be lost. */
  isHeld?: boolean
  onClose: () => void
  children: ReactNode
}

/** In the middle of a wide screen, a sheet from below on a phone. Focus stays inside and returns when it closes. */
export function Dialog({
  title,
  description,
  closeLabel,
  width = 'md',
  isHeld = false,
  onClose,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus()
  const coverParent = useContext(Covering)
  const [isCovered, setIsCovered] = useState(false)
  useEffect(() => {
    coverParent(true)
    return () => coverParent(false)
  }, [coverParent])
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          // One at the side stands beside what is opened from it.
          className={classNames(PANEL, PLACES[width], isCovered && width !== 'side' && 'opacity-0')}
          onKeyDown={isHeld ? undefined : onEscape(onClose)}
          onEscapeKeyDown={(event) => (isHeld || isTaken(event)) && event.preventDefault()}
          onInteractOutside={(event) => isHeld && event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {/* In view however long the dialog is. */}
          <div className="fades-below sticky -top-5 z-10 -mx-5 -mt-5 mb-4 flex shrink-0 items-start gap-3 bg-surface px-5 pt-5 pb-1 md:-top-6 md:-mx-6 md:-mt-6 md:px-6 md:pt-6 low:static">
            <div className="min-w-0 flex-1">
              <Radix.Title className="title text-20">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-14 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label={closeLabel}
              className="-me-2 -mt-2 inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunk"
            >
              <X size={20} strokeWidth={1.75} aria-hidden="true" />
            </Radix.Close>
          </div>
          <Covering value={setIsCovered}>{children}</Covering>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface AlertProps {
  title: ReactNode
  description?: ReactNode
  confirmLabel: string
  /** Without it there is nothing to decide: the one button only closes. */
  cancelLabel?: string
  isDestructive?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back, or tells something that must be read. */
export function Alert({
  title,
  description,
  confirmLabel,
  cancelLabel,
  isDestructive = false,
  isPending = false,
  onConfirm,
  onClose,
}: AlertProps) {
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content
          className={classNames(PANEL, PLACES.md)}
          onKeyDown={onEscape(onClose)}
          onCloseAutoFocus={returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <AlertDialog.Title className="title text-20">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description asChild>
              <div className="mt-2 text-14 text-ink-soft">{description}</div>
            </AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
            {cancelLabel && (
              <AlertDialog.Cancel asChild>
                <Button>{cancelLabel}</Button>
              </AlertDialog.Cancel>
            )}
            <Button variant={isDestructive ? 'danger' : 'primary'} isPending={isPending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
