/**
 * Files that were chosen and have not arrived, by a key of whoever sends them. The browser cannot keep one beyond a reload,
 * but the page that sends it can be left for another, to sign in again for instance, and come back to.
 */
export const heldFiles = new Map<string, File>()
