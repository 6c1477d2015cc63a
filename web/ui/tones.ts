import { Check, CircleAlert, CircleHelp, Info } from './icons.ts'

/** A check means that a post is live and nothing else. Coral needs action, lily needs attention. */
export const TONES = {
  live: { icon: Check, text: 'text-pond', rule: 'border-pond', dot: 'bg-pond' },
  look: {
    icon: CircleHelp,
    text: 'text-lily-ink',
    rule: 'border-lily',
    dot: 'bg-lily ring-4 shadow-none outline-2 -outline-offset-2 outline-lily-ink',
  },
  act: { icon: CircleAlert, text: 'text-coral', rule: 'border-coral', dot: 'bg-coral' },
  quiet: { icon: Info, text: 'text-ink-soft', rule: 'border-line-strong', dot: 'bg-line-strong' },
} as const

export type Tone = keyof typeof TONES
