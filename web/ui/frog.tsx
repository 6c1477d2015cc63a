import { classNames } from '../lib/class-names.ts'
import happy from './frog/happy.svg'
import jumping from './frog/jumping.svg'
import sleeping from './frog/sleeping.svg'
import thinking from './frog/thinking.svg'

const EXPRESSIONS = { happy, thinking, jumping, sleeping }
const SIZES = { sm: 32, md: 56, lg: 96, xl: 232 }

export type Expression = keyof typeof EXPRESSIONS

type FrogProps = {
  expression: Expression
  size?: keyof typeof SIZES
  label?: string
  className?: string
  onAnimationEnd?: () => void
}

export function Frog({ expression, size = 'md', label = '', className, onAnimationEnd }: FrogProps) {
  return (
    <img
      src={EXPRESSIONS[expression]}
      alt={label}
      width={SIZES[size]}
      height={SIZES[size]}
      draggable={false}
      onAnimationEnd={onAnimationEnd}
      className={classNames('block select-none', expression === 'thinking' && 'blinks', className)}
    />
  )
}
