import { matchesPage } from '#core/page-path.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Feature } from '../lib/features.ts'

/** The app's pages as plain data, because the build also reads it to list the files of each page. */
export type PageRoute = {
  path: string
  /**
   * Users who may open the page. Pages for signed-in users render in the layout. A page that a `link` opens, such as a
   * review link, looks the same for everyone.
   */
  access: 'user' | 'guest' | 'anyone' | 'link'
  messages: readonly Feature[]
  /** The minimum role for the page in a workspace. Absent for pages of all members. */
  least?: Role
  /** File below `web/` whose default export renders the page. */
  file: `${string}-page.tsx`
}

/** Everyone may open the administration, because the page itself explains who may use it. */
const ADMIN = { access: 'anyone', messages: ['admin'], file: 'operate/admin/admin-page.tsx' } as const

export const PAGES: readonly PageRoute[] = [
  { path: '/', access: 'user', messages: ['dashboard', 'calendar', 'posts'], file: 'dashboard/dashboard-page.tsx' },
  {
    path: '/schedule',
    access: 'user',
    messages: ['calendar', 'posts', 'picker', 'planning'],
    file: 'planning/calendar/schedule-page.tsx',
  },
  {
    path: '/create',
    access: 'user',
    least: 'writer',
    messages: ['composer', 'posts'],
    file: 'writing/composer/composer-page.tsx',
  },
  { path: '/feeds', access: 'user', messages: ['following'], file: 'writing/feeds/feeds-page.tsx' },
  { path: '/unconfirmed/:id', access: 'user', messages: ['posts', 'composer'], file: 'posts/unconfirmed-page.tsx' },
  {
    path: '/comments/:id',
    access: 'user',
    messages: ['comments', 'posts', 'composer'],
    file: 'comments/comments-page.tsx',
  },
  { path: '/social-accounts', access: 'user', messages: ['accounts'], file: 'accounts/accounts-page.tsx' },
  { path: '/ask-frogy', access: 'user', least: 'writer', messages: ['ask'], file: 'assistant/ask-page.tsx' },
  { path: '/profile', access: 'user', messages: ['profile', 'security'], file: 'account/profile/profile-page.tsx' },
  { path: '/analytics', access: 'user', messages: ['analytics'], file: 'analytics/analytics-page.tsx' },
  {
    path: '/settings/developers',
    access: 'user',
    least: 'owner',
    messages: ['developers'],
    file: 'operate/developers/developers-page.tsx',
  },
  {
    path: '/settings',
    access: 'user',
    messages: ['settings', 'slots', 'picker', 'voice', 'providers', 'notifications'],
    file: 'account/settings/settings-page.tsx',
  },
  { path: '/library', access: 'user', messages: ['planning', 'posts'], file: 'media/library-page.tsx' },
  {
    path: '/approvals',
    access: 'user',
    messages: ['approval', 'posts', 'review'],
    file: 'approval/approvals-page.tsx',
  },
  { path: '/team', access: 'user', messages: ['team', 'review', 'settings'], file: 'team/team-page.tsx' },
  { path: '/join', access: 'user', messages: ['team'], file: 'team/join-page.tsx' },
  { path: '/settings/connect', access: 'user', messages: ['developers'], file: 'operate/developers/consent-page.tsx' },
  { path: '/menu', access: 'user', messages: ['menu'], file: 'app/menu-page.tsx' },
  { path: '/admin', ...ADMIN },
  { path: '/admin/accounts', ...ADMIN },
  { path: '/admin/faq', ...ADMIN },
  { path: '/admin/queue', ...ADMIN },
  { path: '/admin/networks', ...ADMIN, messages: ['admin', 'networks', 'connect', 'accounts'] },
  { path: '/admin/providers', ...ADMIN, messages: ['admin', 'providers', 'connect'] },
  { path: '/admin/connections', ...ADMIN },
  { path: '/admin/backups', ...ADMIN },
  { path: '/admin/audit', ...ADMIN },
  { path: '/auth', access: 'guest', messages: ['auth'], file: 'account/auth/auth-page.tsx' },
  { path: '/try', access: 'guest', messages: ['try', 'composer', 'cards', 'posts'], file: 'landing/try/try-page.tsx' },
  {
    path: '/review',
    access: 'link',
    messages: ['review', 'comments', 'posts', 'composer'],
    file: 'review/review-page.tsx',
  },
  { path: '/reset-password', access: 'anyone', messages: ['auth'], file: 'account/auth/reset-password-page.tsx' },
  {
    path: '/confirm-email',
    access: 'anyone',
    messages: ['confirm', 'auth'],
    file: 'account/auth/confirm-email-page.tsx',
  },
  {
    path: '/change-email',
    access: 'anyone',
    messages: ['links', 'auth'],
    file: 'account/profile/change-email-page.tsx',
  },
  {
    path: '/keep-account',
    access: 'anyone',
    messages: ['links', 'auth'],
    file: 'account/profile/keep-account-page.tsx',
  },
]

/** The page that replaces a page that the member's role may not open. */
export const NOT_ALLOWED: PageRoute = {
  path: '*',
  access: 'user',
  messages: ['team'],
  file: 'team/not-allowed-page.tsx',
}

export const NOT_FOUND: PageRoute = { path: '*', access: 'anyone', messages: [], file: 'app/not-found-page.tsx' }

/** Pages prerendered by the build, because they start the same for everyone. */
export const PRERENDERED = ['/auth'] as const

export function routeAt(path: string): PageRoute {
  return PAGES.find((page) => matchesPage(path, page.path)) ?? NOT_FOUND
}
