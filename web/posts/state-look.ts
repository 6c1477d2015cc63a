import type { PostStatus } from '#core/posts/lifecycle.ts'
import type { Expression } from '../ui/frog.tsx'
import { Clock, ClockAlert, Eye, FilePen, RotateCw, TriangleAlert, type LucideIcon } from '../ui/icons.ts'
import { TONES, type Tone } from '../ui/tones.ts'

export type PostState = PostStatus | 'delayed' | 'atRisk'

export type StateLook = {
  tone: Tone
  /** The icon of the state. Null shows a spinner. */
  icon: LucideIcon | null
  frog: Expression
}

export const STATE_LOOK: Record<PostState, StateLook> = {
  draft: { tone: 'quiet', icon: FilePen, frog: 'thinking' },
  in_review: { tone: 'look', icon: Eye, frog: 'thinking' },
  scheduled: { tone: 'quiet', icon: Clock, frog: 'thinking' },
  publishing: { tone: 'quiet', icon: null, frog: 'thinking' },
  published: { tone: 'live', icon: TONES.live.icon, frog: 'happy' },
  unconfirmed: { tone: 'look', icon: TONES.look.icon, frog: 'thinking' },
  failed: { tone: 'act', icon: TONES.act.icon, frog: 'thinking' },
  missed: { tone: 'act', icon: ClockAlert, frog: 'thinking' },
  delayed: { tone: 'look', icon: RotateCw, frog: 'thinking' },
  atRisk: { tone: 'look', icon: TriangleAlert, frog: 'thinking' },
}

/**
 * Returns the state that the interface shows. A scheduled post that waits for a retry is delayed, not failed or at
 * risk.
 */
export function stateOf({ status, failure }: { status: PostStatus; failure: unknown }, isAtRisk = false): PostState {
  if (status !== 'scheduled') return status
  if (failure) return 'delayed'
  return isAtRisk ? 'atRisk' : 'scheduled'
}
