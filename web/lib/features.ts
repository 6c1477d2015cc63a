/** What has messages of its own, by the name of its file. Plain, since the build reads the routes that name them. */
export type Feature =
  | 'accounts'
  | 'app'
  | 'auth'
  | 'composer'
  | 'confirm'
  | 'dashboard'
  | 'errors'
  | 'keys'
  | 'notifications'
  | 'picker'
  | 'posts'
  | 'publishing'
