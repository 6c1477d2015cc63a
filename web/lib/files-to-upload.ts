/** By a key of the sender. They survive navigation, for example to sign in again, but not a reload. */
export const filesToUpload = new Map<string, File>()
