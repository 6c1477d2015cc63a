import { createElement, type ComponentType } from 'react'
import type { Feature } from './features.ts'
import { withMessages } from './language.ts'
import { lazyModule, useLoadFailed } from './lazy-module.ts'

/** A dialog that loads on demand from the default export of its file, together with its messages. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  messages: readonly Feature[] = [],
): ComponentType<Props> {
  const useDialog = lazyModule(() => withMessages(messages, load))
  return function Later(props) {
    const dialog = useDialog(true, useLoadFailed(props.onClose))
    return dialog && createElement(dialog.default, props)
  }
}
