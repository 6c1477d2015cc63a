import type { ComponentType } from 'react'
import type { Feature } from '../lib/language.ts'

export type PageRoute = {
  path: string
  /** Signed-in people only, guests only, or both. Pages of signed-in people stand in the layout. */
  access: 'user' | 'guest' | 'anyone'
  /** Whose messages it speaks with. Named here, so that they are fetched together with the page and not after it. */
  messages: readonly Feature[]
  load: () => Promise<{ default: ComponentType }>
}

export const PAGES: readonly PageRoute[] = [
  {
    path: '/',
    access: 'user',
    messages: ['dashboard', 'posts'],
    load: () => import('../dashboard/dashboard-page.tsx'),
  },
  {
    path: '/create',
    access: 'user',
    messages: ['composer', 'posts'],
    load: () => import('../composer/composer-page.tsx'),
  },
  {
    path: '/unconfirmed/:id',
    access: 'user',
    messages: ['dashboard', 'posts', 'composer'],
    load: () => import('../dashboard/unconfirmed-page.tsx'),
  },
  {
    path: '/social-accounts',
    access: 'user',
    messages: ['accounts'],
    load: () => import('../accounts/accounts-page.tsx'),
  },
  { path: '/auth', access: 'guest', messages: ['auth'], load: () => import('../auth/auth-page.tsx') },
  {
    path: '/reset-password',
    access: 'anyone',
    messages: ['auth'],
    load: () => import('../auth/reset-password-page.tsx'),
  },
  {
    path: '/confirm-email',
    access: 'anyone',
    messages: ['confirm'],
    load: () => import('../auth/confirm-email-page.tsx'),
  },
]

export const NOT_FOUND: PageRoute = {
  path: '*',
  access: 'anyone',
  messages: [],
  load: () => import('./not-found-page.tsx'),
}
