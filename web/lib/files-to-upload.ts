/**
 * Files that wait for their upload or are on their way, by a key of whoever sends them. The browser cannot keep one
 * beyond a reload, but the page that sends it can be left for another, to sign in again for instance, and come back to.
 */
export const filesToUpload = new Map<string, File>()
