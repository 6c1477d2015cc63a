// How long each part of sending a post may take, in one place, since they only hold together: `sending-times.test.ts`
// says how.

/**
 * A lease of an account that is about to be sent from, or whose token is about to be renewed, by the database's clock.
 * Renewed right before the fence.
 */
export const SENDING_LEASE_MS = 30_000

/**
 * Only so long after its lease was renewed a request that makes a post public is begun: looked at right before its bytes
 * are handed to the connection. Whoever was frozen longer than this sends nothing.
 */
export const BEGIN_WITHIN_MS = 5_000

/** A request is over by then, answered or not. That of a post counts from its lease, so it is over before that ends. */
export const REQUEST_TIMEOUT_MS = 20_000

/** How long after a lost request a network may take to show the post that it made: absent before then proves nothing. */
export const SETTLE_MS = 10_000

/** No deadline stops a process that is frozen between that last look and the system call: so long it is reckoned with. */
export const LONGEST_FREEZE_MS = 60_000

/**
 * How long after its fence a post may be sent again whose earlier request would make a second one, if it arrived after
 * all: a sender that was frozen at the last moment has been cut off by then, and the network shows what it made.
 */
export const SEND_AGAIN_AFTER_MS = LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS + SETTLE_MS

/** The same where what is sent again is one thing by its id, and twice makes no second post. */
export const HARMLESS_AGAIN_AFTER_MS = 0
