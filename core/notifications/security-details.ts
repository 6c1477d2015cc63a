/**
 * Security changes that a user is notified of. Their texts are in `notifications.titles` and
 * `notifications.texts`.
 */
export type SecurityDetails =
  | { what: 'second_factor_removed'; by: 'administrator' | 'machine' }
  | { what: 'access_ended'; after: 'reset' | 'change'; keys: number; assistants: number; feeds: number }
