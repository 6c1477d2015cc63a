// Time limits for sending a post. They depend on each other, which `sending-times.test.ts` tests.

/**
 * How long a worker reserves an account for a request or token renewal, by the database's clock. It renews the
 * reservation right before it sends.
 */
export const SENDING_LEASE_MS = 30_000

/**
 * The maximum time between a worker's last renewal of its reservation of an account and the start of a request. The
 * worker checks this right before the first byte, so that a process that was frozen longer sends nothing.
 */
export const BEGIN_WITHIN_MS = 5_000

/**
 * The timeout of a request to a network. For a post, it starts when a worker reserves the account, and ends before that
 * reservation expires.
 */
export const REQUEST_TIMEOUT_MS = 20_000

/**
 * How long a network may take to show a post after a lost response. A lookup that finds nothing before that proves
 * nothing.
 */
export const SETTLE_MS = 10_000

/**
 * The longest assumed freeze of a process between its last check and the system call that sends. No check can detect
 * such a freeze.
 */
export const LONGEST_FREEZE_MS = 60_000

/**
 * The earliest time for repeating a non-idempotent request, counted from the worker's last check before sending. By
 * then, even a frozen sender has timed out, and the network shows the post if it published it.
 */
export const SEND_AGAIN_AFTER_MS = LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS + SETTLE_MS

/**
 * How long later posts of an account wait for an earlier one whose response was lost. It is longer than
 * `SEND_AGAIN_AFTER_MS`, so that the earlier post can be sent again first.
 */
export const ORDER_WAIT_MS = SEND_AGAIN_AFTER_MS + SETTLE_MS

/** An idempotent request may be repeated immediately, for example to publish an uploaded post by its id. */
export const IDEMPOTENT_RESEND_AFTER_MS = 0
