import { lazyDialog } from '../lib/lazy-dialog.tsx'

export const ScheduleDialog = lazyDialog(
  () => import('./schedule-dialog.tsx'),
  ['picker'],
  ({ renderBeside }) => (renderBeside ? 'beside' : 'lg'),
)
// The edit dialog also loads the composer's messages, because its picture upload uses them.
export const EditDialog = lazyDialog(() => import('./edit-dialog.tsx'), ['composer', 'picker'], 'xl')
export const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'))
export const TimelineDialog = lazyDialog(() => import('./timeline-dialog.tsx'))
