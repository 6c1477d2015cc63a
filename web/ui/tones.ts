import { Check, CircleAlert, CircleHelp, Info } from './icons.ts'

/**
 * Colours and icons with a meaning. Only a live post has a check mark. Coral means that the user must act, lily that
 * something needs attention.
 */
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
