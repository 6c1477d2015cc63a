import { lazyDialog } from '../lib/lazy-dialog.tsx'

// Not in lazy-dialogs.ts, because this dialog opens those of single posts.
export const PostAllDialog = lazyDialog(() => import('./post-all-dialog.tsx'))
