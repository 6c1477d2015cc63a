import { createElement, type ComponentType } from 'react'
import { DialogFrame, type DialogWidth } from './dialog-frame.tsx'
import type { Feature } from './features.ts'
import { withMessages } from './language.ts'
import { lazyModule, useLoadFailed } from './lazy-module.ts'

/**
 * A dialog that loads on demand from its file's default export, together with its messages. Its frame appears
 * immediately.
 * @param width the width of the dialog, for its frame
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  messages: readonly Feature[] = [],
  width?: DialogWidth | ((props: Props) => DialogWidth),
): ComponentType<Props> {
  const useDialog = lazyModule(() => withMessages(messages, load))
  return function Later(props) {
    const dialog = useDialog(true, useLoadFailed(props.onClose))
    if (dialog) return createElement(dialog.default, props)
    const frameWidth = typeof width === 'function' ? width(props) : width
    return createElement(DialogFrame, { width: frameWidth, onClose: props.onClose })
  }
}
