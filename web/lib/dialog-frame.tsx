import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { classNames } from './class-names.ts'

// The backdrop has the same z-index as the panels, so that a dialog covers the dialog that opened it.
export const SCRIM = 'fixed inset-0 z-50 bg-scrim'
// The style of a dialog's panel, which is below toasts. It is slightly transparent, because Chromium would give an
// opaque scrolling panel black corners.
export const PANEL =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[min(94dvh,calc(100dvh-var(--toast-height)))] flex-col overflow-y-auto rounded-t-card bg-surface/[99.8%] p-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-float md:w-full md:p-6'
const MIDDLE =
  'md:inset-0 md:m-auto md:h-fit md:max-h-[min(90dvh,calc(100dvh-2*var(--toast-height)-16px))] md:rounded-card'
export const DIALOG_PLACES = {
  md: `${MIDDLE} md:max-w-112`,
  lg: `${MIDDLE} md:max-w-180`,
  xl: `${MIDDLE} md:max-w-200`,
  // A dialog with space for the post that it is about, which appears next to the form on a wide screen.
  beside: `${MIDDLE} md:max-w-180 lg:max-w-270`,
  // A panel at the side. The element that opened it stays visible next to it.
  side: 'md:inset-y-0 md:start-auto md:end-0 md:max-h-none md:max-w-114 md:rounded-t-none md:rounded-s-card',
  // A panel right below the page's header.
  header:
    'md:inset-x-auto md:end-[max(32px,calc((100%-var(--content))/2))] md:top-[calc(var(--stuck)+4px)] md:bottom-auto md:max-w-104 md:rounded-card',
}
export type DialogWidth = keyof typeof DIALOG_PLACES

/** Shows the frame of a dialog while its code loads. The focus stays on the button that opened it. */
export function DialogFrame({ width = 'md', onClose }: { width?: DialogWidth | undefined; onClose: () => void }) {
  const t = useTranslations('app')
  const scrim = useRef<HTMLSpanElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const onPress = ({ target }: Event) => target === scrim.current && close()
    addEventListener('keydown', onKey)
    addEventListener('click', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('click', onPress)
    }
  }, [])
  const line = 'breathes block h-4 rounded-control bg-sunk dark:bg-ink/10'
  return createPortal(
    <output data-dialog-frame="" className="block">
      <span
        ref={scrim}
        data-scrim=""
        className={classNames(SCRIM, 'appears', width === 'header' && 'md:bg-transparent')}
      />
      <span className={classNames(PANEL, 'rises min-h-60 gap-4', DIALOG_PLACES[width])}>
        <span className="sr-only">{t('loading')}</span>
        <span className={classNames(line, 'h-6 w-1/2')} />
        <span className={line} />
        <span className={line} />
        <span className={classNames(line, 'w-2/3')} />
      </span>
    </output>,
    document.body,
  )
}

export function isFrameShown(): boolean {
  return document.querySelector('[data-dialog-frame]') !== null
}
