import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Smartphone } from '../../ui/icons.ts'

/** Shows drafts at the width of a phone, because most readers see them on one. */
export function PhoneViewButton({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('cards')
  return (
    <IconButton
      label={t('phoneView')}
      aria-pressed={isOn}
      className={classNames('max-roomy:hidden', isOn && 'bg-pond-wash! text-pond!')}
      onClick={() => onChange(!isOn)}
    >
      <Smartphone size={18} strokeWidth={1.75} />
    </IconButton>
  )
}

/** The frame of a phone around a post. It applies within an element with `data-phone-view`. */
export const PHONE_FRAME =
  'roomy:in-data-phone-view:relative roomy:in-data-phone-view:mx-auto roomy:in-data-phone-view:min-h-120 roomy:in-data-phone-view:w-102 roomy:in-data-phone-view:rounded-[44px] roomy:in-data-phone-view:border-[9px] roomy:in-data-phone-view:border-sunk roomy:in-data-phone-view:bg-surface roomy:in-data-phone-view:pt-7 roomy:in-data-phone-view:outline roomy:in-data-phone-view:outline-line-strong roomy:in-data-phone-view:before:absolute roomy:in-data-phone-view:before:inset-x-0 roomy:in-data-phone-view:before:top-2.5 roomy:in-data-phone-view:before:mx-auto roomy:in-data-phone-view:before:h-1.5 roomy:in-data-phone-view:before:w-20 roomy:in-data-phone-view:before:rounded-pill roomy:in-data-phone-view:before:bg-line roomy:in-data-phone-view:[&>[data-post]]:border-transparent'
