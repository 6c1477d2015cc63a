import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Smartphone } from '../../ui/icons.ts'

/** Shows drafts in the width of a phone, as most readers see them. */
export function PhoneViewButton({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('cards')
  return (
    <IconButton
      label={t('phoneView')}
      aria-pressed={isOn}
      className={classNames('max-lg:hidden', isOn && 'bg-pond-wash! text-pond!')}
      onClick={() => onChange(!isOn)}
    >
      <Smartphone size={18} strokeWidth={1.75} />
    </IconButton>
  )
}

/** The frame of a phone around a post. It applies within an element with `data-phone-view`. */
export const PHONE_FRAME =
  'lg:in-data-phone-view:relative lg:in-data-phone-view:mx-auto lg:in-data-phone-view:min-h-120 lg:in-data-phone-view:w-102 lg:in-data-phone-view:rounded-[44px] lg:in-data-phone-view:border-[9px] lg:in-data-phone-view:border-sunk lg:in-data-phone-view:bg-surface lg:in-data-phone-view:pt-7 lg:in-data-phone-view:outline lg:in-data-phone-view:outline-line-strong lg:in-data-phone-view:before:absolute lg:in-data-phone-view:before:inset-x-0 lg:in-data-phone-view:before:top-2.5 lg:in-data-phone-view:before:mx-auto lg:in-data-phone-view:before:h-1.5 lg:in-data-phone-view:before:w-20 lg:in-data-phone-view:before:rounded-pill lg:in-data-phone-view:before:bg-line lg:in-data-phone-view:[&>[data-post]]:border-transparent'
