/** A post without a time is never late. */
export function lateAt(scheduledAt: Date, lateAfterMinutes: number): Date {
  return new Date(scheduledAt.getTime() + lateAfterMinutes * 60_000)
}
