import { createElement, type ReactNode } from 'react'
import { DialogFrame } from '../lib/dialog-frame.tsx'
import { lazyModule, useLoadFailed } from '../lib/lazy-module.ts'
import type { AlertProps, DialogProps } from './dialog-panels.tsx'
import { Button } from './button.tsx'
import { useTranslations } from 'use-intl'

const usePanels = lazyModule(() => import('./dialog-panels.tsx'))

/** A dialog: centred on a wide screen, a bottom sheet on a phone. Keeps the focus inside, and returns it on close. */
export function Dialog(props: DialogProps) {
  const panels = usePanels(true, useLoadFailed(props.onClose))
  if (!panels) return createElement(DialogFrame, { width: props.width, onClose: props.onClose })
  return createElement(panels.Dialog, props)
}

/** A dialog that asks before an irreversible action, or shows something that the user must read. */
export function Alert(props: AlertProps) {
  const panels = usePanels(true, useLoadFailed(props.onClose))
  if (!panels) return createElement(DialogFrame, { onClose: props.onClose })
  return createElement(panels.Alert, props)
}

/**
 * The row of a dialog's buttons.
 * @param onCancel adds a button that cancels
 */
export function DialogActions({ onCancel, children }: { onCancel?: () => void; children?: ReactNode }) {
  const t = useTranslations('app')
  return (
    <div className="fades-above sticky bottom-[calc(-1*max(20px,env(safe-area-inset-bottom)))] -mx-5 -mb-[max(20px,env(safe-area-inset-bottom))] flex flex-wrap gap-2 bg-surface px-5 pt-3 pb-[max(20px,env(safe-area-inset-bottom))] md:-bottom-6 md:-mx-6 md:-mb-6 md:justify-end md:px-6 md:pb-6 max-md:[&>*]:grow">
      {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      {children}
    </div>
  )
}
