import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { serviceSignInPath } from './service-sign-in-path.ts'

/**
 * The build prerenders this button. CSS hides it until the server marks Google sign-in as available, so that the
 * layout does not shift.
 */
export function GoogleButton() {
  const t = useTranslations('auth')
  const [isStarting, setIsStarting] = useState(false)
  // The page usually says whether Google sign-in is available. Asks the server only if it does not.
  const { data: config } = useQuery({ ...reading('GET /api/google/config'), enabled: !isOffered() })
  useEffect(() => {
    if (config?.available) document.documentElement.dataset.google = ''
  }, [config])

  async function start() {
    setIsStarting(true)
    try {
      const { available } = await call('GET /api/google/config')
      if (available) return location.assign(serviceSignInPath('google'))
      toast({ title: t('googleUnavailable'), description: t('googleUnavailableText'), isDestructive: true })
    } catch {
      toast({ title: t('googleFailed'), isDestructive: true })
    }
    setIsStarting(false)
  }

  return (
    <div data-part="google">
      <Button size="lg" className="w-full" isPending={isStarting} onClick={() => void start()}>
        {!isStarting && <GoogleMark />}
        {t('google')}
      </Button>
    </div>
  )
}

const isOffered = (): boolean => typeof document !== 'undefined' && 'google' in document.documentElement.dataset

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M45 24.5c0-1.6-.1-3-.4-4.5H24v8.5h11.8c-.5 2.7-2 5-4.4 6.6v5.5h7.1C42.7 36.8 45 31.200 45 24.500z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.900 0 10.900-2 14.500-5.300l-7.100-5.500c-2 1.300-4.500 2.100-7.400 2.100-5.700 0-10.500-3.900-12.200-9H4.500v5.700C8.100 41.100 15.500 46 24 46z"
      />
      <path fill="#FBBC05" d="M11.800 28.200a13.200 13.200 0 0 1 0-8.400v-5.700H4.500a22 22 0 0 0 0 19.800z" />
      <path
        fill="#EA4335"
        d="M24 10.700c3.200 0 6.100 1.100 8.400 3.300l6.300-6.300C34.900 4.200 29.900 2 24 2 15.500 2 8.100 6.900 4.500 14.100l7.300 5.700c1.700-5.200 6.500-9.100 12.200-9.100z"
      />
    </svg>
  )
}
