export const MAX_RANGE_DAYS = 366
export const DEFAULT_RANGE_DAYS = 30
