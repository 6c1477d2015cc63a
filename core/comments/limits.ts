export const COMMENT_LIMIT = 2_000
/** The longest quoted passage, in UTF-16 units. */
export const QUOTE_LIMIT = 300
export const MAX_COMMENTS_PER_POST = 500
/** The maximum number of people whom one comment can mention. */
export const MAX_MENTIONS = 20
