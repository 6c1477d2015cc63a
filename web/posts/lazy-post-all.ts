import { lazyDialog } from '../lib/lazy-dialog.tsx'

// Separate from the dialogs of one post, which open from it.
export const PostAllDialog = lazyDialog(() => import('./post-all-dialog.tsx'))
