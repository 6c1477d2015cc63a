import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Spinner } from './spinner.tsx'

const VARIANTS = {
  primary: 'bg-pond-fill text-on-pond font-strong hover:bg-pond-strong disabled:bg-sunk disabled:text-ink-faint',
  outline:
    'border border-line-strong text-ink font-strong hover:bg-sunk disabled:border-transparent disabled:bg-sunk disabled:text-ink-faint',
  quiet:
    'text-ink-soft hover:bg-sunk hover:text-ink disabled:text-ink-faint disabled:opacity-60 disabled:hover:bg-transparent',
  warning:
    'border border-coral text-coral font-strong hover:bg-coral-wash disabled:border-transparent disabled:bg-sunk disabled:text-ink-faint',
  danger: 'bg-coral text-on-coral font-strong hover:brightness-95',
} as const

const SIZES = {
  md: 'min-h-(--control) px-4 text-14',
  lg: 'min-h-12 px-5 text-16',
  sm: 'min-h-11 px-3 text-14 lg:min-h-8 lg:text-13',
} as const

export type ButtonStyle = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES }

export function buttonClass({ variant = 'outline', size = 'md' }: ButtonStyle = {}, className?: string): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control text-center transition-colors duration-(--fast)',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
}

export function Button({
  variant,
  size,
  isPending = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonStyle & { isPending?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}
