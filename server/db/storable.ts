/** Removes U+0000 and replaces lone surrogates, which PostgreSQL cannot store. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
