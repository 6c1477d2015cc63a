/**
 * The latest time to publish a post: its scheduled time plus the author's limit. A post without a time is never late.
 */
export function lateAt(scheduledAt: Date, lateAfterMinutes: number): Date {
  return new Date(scheduledAt.getTime() + lateAfterMinutes * 60_000)
}
