import { lazyDialog } from '../lib/lazy-dialog.tsx'

export const ScheduleDialog = laterDialog(() => import('./schedule-dialog.tsx'), ['picker'])
// Its uploader uses the composer's messages.
export const EditDialog = laterDialog(() => import('./edit-dialog.tsx'), ['composer', 'picker'])
export const RemoveDialog = laterDialog(() => import('./remove-dialog.tsx'))
export const TimelineDialog = laterDialog(() => import('./timeline-dialog.tsx'))
