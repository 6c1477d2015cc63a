/** Fewer posts than this are too few to say anything of. */
export const ENOUGH = 5
