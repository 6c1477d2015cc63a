export const COMMENT_LIMIT = 2_000
/** The longest quoted passage, in UTF-16 units. */
export const QUOTE_LIMIT = 300
export const MAX_COMMENTS_PER_POST = 500
/** People whom one comment may mention. */
export const MAX_MENTIONS = 20
