import { lazyDialog } from '../lib/lazy-dialog.tsx'

// This dialog opens the dialogs of individual posts, so it is not in lazy-dialogs.ts with them.
export const PostAllDialog = lazyDialog(() => import('./post-all-dialog.tsx'), ['late'])
