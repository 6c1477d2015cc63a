// The time limits of sending a post depend on each other: `sending-times.test.ts` states how.

/** The lease before a request or a token renewal, by the database's clock. Renewed right before the fence. */
export const SENDING_LEASE_MS = 30_000

/**
 * A request must begin this soon after its lease was renewed, checked right before its first byte. A process that was
 * frozen longer sends nothing.
 */
export const BEGIN_WITHIN_MS = 5_000

/** The timeout of a request. A post's timeout begins with its lease, and ends before it. */
export const REQUEST_TIMEOUT_MS = 20_000

/** How long a network may take to show a post after a lost request: before that, absence proves nothing. */
export const SETTLE_MS = 10_000

/** The longest assumed freeze between the last check and the system call, which no deadline can prevent. */
export const LONGEST_FREEZE_MS = 60_000

/**
 * When a non-idempotent request may be repeated after its fence: a frozen sender has timed out by then, and the network
 * shows what it published.
 */
export const SEND_AGAIN_AFTER_MS = LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS + SETTLE_MS

/** Such as publishing a container by its id. */
export const IDEMPOTENT_RESEND_AFTER_MS = 0
