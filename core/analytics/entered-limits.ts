export const MAX_IMPORTED_ROWS = 500
/** The largest metric that a member can enter. */
export const MAX_ENTERED = 9_999_999_999
