import { lazyDialog } from '../lib/lazy-dialog.tsx'

// In a separate file, because this dialog opens the dialogs of individual posts in lazy-dialogs.ts.
export const PostAllDialog = lazyDialog(() => import('./post-all-dialog.tsx'), ['late'])
