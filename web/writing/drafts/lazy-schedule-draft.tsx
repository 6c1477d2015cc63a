import { DialogFrame } from '../../lib/dialog-frame.tsx'
import { withMessages } from '../../lib/language.ts'
import { lazyModule, useLoadFailed } from '../../lib/lazy-module.ts'
import type { ScheduleDraftProps } from './schedule-draft.tsx'

const useDialog = lazyModule(() => withMessages(['picker'], () => import('./schedule-draft.tsx')))

/** Schedules a draft. The dialog's code loads on demand. A draft that was dropped on a time needs no dialog. */
export function ScheduleDraft(props: ScheduleDraftProps) {
  const dialog = useDialog(true, useLoadFailed(props.onClose))
  if (dialog) return <dialog.default {...props} />
  return props.cell?.time === undefined && <DialogFrame width="lg" onClose={props.onClose} />
}
