/** LinkedIn's limit for the line under a name. */
export const HEADLINE_LIMIT = 220
