/** LinkedIn's limit for the line under a name, in characters. */
export const HEADLINE_LIMIT = 220
