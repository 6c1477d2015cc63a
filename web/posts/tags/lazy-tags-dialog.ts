import { lazyDialog } from '../../lib/lazy-dialog.tsx'

export const TagsDialog = lazyDialog(() => import('./tags-dialog.tsx'), ['planning'])
