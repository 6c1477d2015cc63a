import { lazyDialog } from '../lib/lazy-dialog.tsx'

export const ScheduleDialog = lazyDialog(() => import('./schedule-dialog.tsx'), ['picker'])
// Its uploader uses the composer's messages.
export const EditDialog = lazyDialog(() => import('./edit-dialog.tsx'), ['composer', 'picker'])
export const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'))
export const TimelineDialog = lazyDialog(() => import('./timeline-dialog.tsx'))
