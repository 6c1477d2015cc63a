/**
 * Files that a form could not send yet, by a key of the form. They survive navigation, such as a new sign-in, but not
 * a reload.
 */
export const filesToUpload = new Map<string, File>()
