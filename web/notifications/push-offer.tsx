import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { Button } from '../ui/button.tsx'
import { BellOff, BellRing } from '../ui/icons.ts'
import { readPushDevice, turnPushOff, turnPushOn } from './push-device.ts'

export function PushOffer() {
  const t = useTranslations('notifications.push')
  const toastError = useErrorToast()
  const device = useQuery({ queryKey: ['push-device'], queryFn: readPushDevice, staleTime: 0, gcTime: 0 })
  const change = useMutation<unknown, Error, boolean>({
    mutationFn: (isOn) => (isOn ? turnPushOn() : turnPushOff()),
    onError: (error) => toastError(t('failed'), error),
    onSettled: () => device.refetch(),
  })
  const state = device.data?.device
  if (!state) return null
  const isOn = state === 'on'
  const Icon = isOn || state === 'off' ? BellRing : BellOff
  return (
    <section
      aria-labelledby="push-offer"
      className={classNames(
        'flex items-center gap-3 border-t border-line bg-surface px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]',
        state === 'off' && 'sticky bottom-0 z-1',
      )}
    >
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <h3 id="push-offer" className="text-14 font-strong">
          {t('title')}
        </h3>
        <p aria-live="polite" className="text-13 text-ink-soft">
          {t(`is.${state}`)}
        </p>
      </div>
      {(isOn || state === 'off') && (
        <Button size="sm" isPending={change.isPending} onClick={() => change.mutate(!isOn)}>
          {t(isOn ? 'turnOff' : 'turnOn')}
        </Button>
      )}
    </section>
  )
}
