/** The latest time to publish a post. `LATE_AT` in server/posts/transitions/postpone.ts is the same rule in SQL. */
export function lateAt(scheduledAt: Date, lateAfterMinutes: number): Date {
  return new Date(scheduledAt.getTime() + lateAfterMinutes * 60_000)
}
