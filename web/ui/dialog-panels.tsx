import * as AlertDialog from '@radix-ui/react-alert-dialog'
import * as Radix from '@radix-ui/react-dialog'
import { createContext, useContext, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { DIALOG_PLACES, isFrameShown, PANEL, SCRIM, type DialogWidth } from '../lib/dialog-frame.tsx'
import { Button } from './button.tsx'
import { X } from './icons.ts'
import { useReturnFocus } from './return-focus.ts'
import { useTranslations } from 'use-intl'

/**
 * Tells a dialog that another dialog covers it. The covered dialog hides, so that only one title and one row of buttons
 * show.
 */
const Covering = createContext<(isCovered: boolean) => void>(() => {})

/** Closes a dialog on Escape. A toast that appeared later would otherwise take the key. */
const onEscape = (onClose: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  // React events bubble from nested dialogs too, so compare the elements in the DOM.
  if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node) && !isTaken(event)) onClose()
}

/** Whether the field handles Escape itself, because it first closes its own popup. */
const isTaken = ({ target }: { target: EventTarget | null }) =>
  target instanceof Element && target.closest('[data-own-escape]') !== null

/** Returns the opening animations of a dialog. A dialog that replaces its loading frame appears without animation. */
function useEntrance() {
  const [isInFrame] = useState(isFrameShown)
  return isInFrame ? {} : { scrim: 'appears', panel: 'rises' }
}

/** Focuses the panel of a dialog that opens with the page. Otherwise, the focus ring would stress the close button. */
function focusPanel(event: Event) {
  const { activeElement, body } = document
  const hasOpener = activeElement !== body && activeElement !== document.getElementById('content')
  if (hasOpener || !(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  event.currentTarget.focus()
}

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  width?: DialogWidth
  /** Whether Escape and clicks outside do nothing, because data would be lost. */
  isHeld?: boolean
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, description, width = 'md', isHeld = false, onClose, children }: DialogProps) {
  const t = useTranslations('app')
  const returnFocus = useReturnFocus()
  const entrance = useEntrance()
  const coverParent = useContext(Covering)
  const [isCovered, setIsCovered] = useState(false)
  useEffect(() => {
    coverParent(true)
    return () => coverParent(false)
  }, [coverParent])
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay data-scrim="" className={classNames(SCRIM, entrance.scrim)} />
        <Radix.Content
          // A side panel stays visible next to the dialog that it opened.
          className={classNames(
            PANEL,
            entrance.panel,
            DIALOG_PLACES[width],
            isCovered && width !== 'side' && 'opacity-0',
          )}
          onKeyDown={isHeld ? undefined : onEscape(onClose)}
          onEscapeKeyDown={(event) => (isHeld || isTaken(event)) && event.preventDefault()}
          onInteractOutside={(event) => isHeld && event.preventDefault()}
          onOpenAutoFocus={focusPanel}
          onCloseAutoFocus={returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="fades-below sticky -top-5 z-10 -mx-5 -mt-5 mb-4 flex shrink-0 items-start gap-3 bg-surface px-5 pt-5 pb-1 md:-top-6 md:-mx-6 md:-mt-6 md:px-6 md:pt-6 low:static">
            <div className="min-w-0 flex-1">
              <Radix.Title className="title text-20">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-14 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label={t('close')}
              className="-me-2 -mt-2 inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunk"
            >
              <X size={20} strokeWidth={1.75} />
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
  /** Label of the button that cancels. Null for a dialog with one button. */
  cancelLabel?: string | null
  isDestructive?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

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
  const t = useTranslations('app')
  const returnFocus = useReturnFocus()
  const entrance = useEntrance()
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay data-scrim="" className={classNames(SCRIM, entrance.scrim)} />
        <AlertDialog.Content
          className={classNames(PANEL, entrance.panel, DIALOG_PLACES.md)}
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
          {/* On a phone, long labels wrap, with the button that confirms above. */}
          <div className="mt-6 flex flex-wrap-reverse gap-2 md:justify-end max-md:[&>*]:grow">
            {cancelLabel !== null && (
              <AlertDialog.Cancel asChild>
                <Button>{cancelLabel ?? t('cancel')}</Button>
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
