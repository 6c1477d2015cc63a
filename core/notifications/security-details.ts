/** Changes of the access to an account. Each has its texts in `notifications.titles` and `notifications.texts`. */
export type SecurityDetails =
  | { what: 'second_factor_removed'; by: 'administrator' | 'machine' }
  | { what: 'access_ended'; after: 'reset' | 'change'; keys: number; assistants: number; feeds: number }
