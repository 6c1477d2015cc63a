import { useEffect, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { signedOut, signInPath } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'

export function ExpiredNotice() {
  const t = useTranslations('app.expired')
  const [, navigate] = useLocation()
  const notice = useRef<HTMLDivElement>(null)
  useHeightTold(notice)

  function goToSignIn() {
    const path = signInPath(location.pathname + location.search)
    signedOut()
    navigate(path)
  }

  return (
    <div ref={notice} role="alert" className="rises sticky top-(--header) z-20 border-b border-line bg-lily-wash">
      <div className="column flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-14">
          <strong className="font-strong">{t('title')}.</strong> {t('text')}
        </p>
        <Button size="sm" onClick={goToSignIn}>
          {t('signIn')}
        </Button>
      </div>
    </div>
  )
}

/** What sticks to the top of the page as well stands below it. */
function useHeightTold(notice: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = notice
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--notice', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--notice')
    }
  }, [notice])
}
