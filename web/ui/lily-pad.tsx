import { classNames } from '../lib/class-names.ts'

/** Start and width of the lily pad's notch, in degrees clockwise from the top. */
const NOTCH_START = 28
const NOTCH_DEGREES = 34
/** Distance from the centre at which the notch ends if the pad shows a number. */
const NOTCH_TIP = 10

const TONES = { pond: 'text-pond', past: 'text-ink-faint', lily: 'text-lily', coral: 'text-coral' }

interface LilyPadProps {
  filled?: number
  tone?: keyof typeof TONES
  size?: number
  /** Whether a number is on the pad, which must then be full. */
  isLabelled?: boolean
  className?: string
}

/** A disc with a notch, like a lily pad. It fills as `filled` goes from 0 to 1, counterclockwise in Arabic. */
export function LilyPad({ filled = 1, tone = 'pond', size = 30, isLabelled = false, className }: LilyPadProps) {
  const begin = NOTCH_START + NOTCH_DEGREES
  const whole = 360 - NOTCH_DEGREES
  const share = Math.min(1, Math.max(0, filled))
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      className={classNames('points shrink-0', TONES[tone], className)}
    >
      {!isLabelled && <path d={sector(begin, whole)} className="fill-pond-wash" />}
      {share > 0 && (
        <path d={sector(begin, Math.max(6, whole * share), isLabelled ? NOTCH_TIP : 0)} fill="currentColor" />
      )}
    </svg>
  )
}

function sector(fromDegrees: number, degrees: number, tip = 0): string {
  const point = (at: number, radius = 15) => {
    const radians = ((at - 90) * Math.PI) / 180
    return `${(16 + radius * Math.cos(radians)).toFixed(2)} ${(16 + radius * Math.sin(radians)).toFixed(2)}`
  }
  return `M${point(fromDegrees - NOTCH_DEGREES / 2, tip)}L${point(fromDegrees)}A15 15 0 ${degrees > 180 ? 1 : 0} 1 ${point(fromDegrees + degrees)}Z`
}
