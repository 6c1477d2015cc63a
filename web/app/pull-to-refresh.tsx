import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { classNames } from '../lib/class-names.ts'
import { queryClient } from '../lib/queries.ts'
import { RotateCw } from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import { canPullAt, RELOAD_DISTANCE_PX, pullDistancePx, RELOAD_DELAY_MS, type Finger } from './pull-distance.ts'

/** The part of the finger's movement, from 0 to 1, by which the indicator and the page move. */
const FOLLOW_RATIO = 0.35
const REST_POSITION_PX = 60

export default function PullToRefresh() {
  const t = useTranslations('app')
  const [path] = useLocation()
  const [px, setPx] = useState(0)
  const [isReloading, setIsReloading] = useState(false)
  const isOn = canPullAt(path)

  // Turns off the browser's own pull-to-refresh, which reloads after a shorter pull, even while the user types.
  useEffect(() => {
    document.documentElement.style.overscrollBehaviorY = 'contain'
    return () => void (document.documentElement.style.overscrollBehaviorY = '')
  }, [])

  useEffect(() => (isOn ? followFinger(setPx, () => setIsReloading(true)) : undefined), [isOn])

  useEffect(() => {
    if (!isReloading) return
    const timer = setTimeout(() => {
      setIsReloading(false)
      if (!isBusy()) location.reload()
    }, RELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isReloading])

  const signPx = isReloading ? REST_POSITION_PX : Math.min(px, RELOAD_DISTANCE_PX) * FOLLOW_RATIO
  // Moves the page down, so that the indicator covers nothing.
  useEffect(() => {
    const { style } = document.documentElement
    if (signPx > 0) style.setProperty('--pulled', `0 ${signPx}px`)
    return () => void style.removeProperty('--pulled')
  }, [signPx])

  if (signPx === 0) return null
  const isFar = px >= RELOAD_DISTANCE_PX
  return (
    <div className="pointer-events-none fixed inset-x-0 top-(--stuck) z-20 flex justify-center">
      <span
        data-pulled={isFar || isReloading}
        style={{ translate: `0 ${signPx - 48}px` }}
        className={classNames(
          'inline-flex size-11 items-center justify-center rounded-pill border shadow-float',
          // A filled disc tells the user to release.
          isFar || isReloading
            ? 'border-transparent bg-pond-fill text-on-pond'
            : 'border-line bg-surface text-ink-soft',
        )}
      >
        {isReloading ? (
          <Spinner label={t('loading')} />
        ) : (
          <RotateCw
            size={20}
            strokeWidth={1.75}
            style={{ rotate: `${Math.min(px / RELOAD_DISTANCE_PX, 1) * 270}deg` }}
            className="motion-reduce:rotate-0!"
          />
        )}
      </span>
    </div>
  )
}

/**
 * Follows a touch while it pulls the page down.
 * @returns a function that stops listening
 */
function followFinger(onPull: (px: number) => void, onPulled: () => void): () => void {
  const ending = new AbortController()
  const options = { signal: ending.signal, passive: true }
  let from: Finger | null = null
  let px = 0
  const follow = (next: number) => onPull((px = next))

  document.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches
      from = touch && event.touches.length === 1 && isAtTop(event.target) && !isBusy() ? fingerOf(touch) : null
      follow(0)
    },
    options,
  )
  document.addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!from || !touch) return
      const next = pullDistancePx(from, fingerOf(touch))
      // A gesture that starts in another direction is not a pull.
      if (next === 0 && px === 0) from = null
      follow(next)
    },
    options,
  )
  const onRelease = (isPull: boolean) => {
    if (from && isPull && px >= RELOAD_DISTANCE_PX) onPulled()
    from = null
    follow(0)
  }
  document.addEventListener('touchend', () => onRelease(true), options)
  document.addEventListener('touchcancel', () => onRelease(false), options)
  return () => {
    ending.abort()
    onPull(0)
  }
}

const fingerOf = ({ clientX: x, clientY: y }: Touch): Finger => ({ x, y })

function isAtTop(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) if (at.scrollTop > 0) return false
  return scrollY <= 0
}

const OPEN = '[role=dialog], [role=alertdialog], [role=menu], progress, [aria-busy=true]'
const INPUTS = 'input, textarea, select, [contenteditable]'

function isBusy(): boolean {
  const isTyping = document.activeElement?.matches(INPUTS) ?? false
  return isTyping || document.querySelector(OPEN) !== null || queryClient.isMutating() > 0
}
