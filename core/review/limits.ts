export const REVIEW_DAYS = 7
export const MAX_REVIEW_DAYS = 90
export const MAX_REVIEW_LINKS = 100
/** The longest period of posts that one link shows. */
export const MAX_PERIOD_DAYS = 92
/** The limits of one response. It contains the earliest posts, their pictures, and the newest comments. */
export const MAX_REVIEWED_POSTS = 200
export const MAX_REVIEWED_IMAGES = 1_000
export const MAX_REVIEW_COMMENTS = 1_000
/** The maximum numbers of guests' comments and of their "good" marks on one post, so that guests cannot flood it. */
export const MAX_GUEST_COMMENTS = 100
export const MAX_MARKS = 100
export const MIN_PASSPHRASE = 8
