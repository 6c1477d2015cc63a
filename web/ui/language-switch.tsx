import { LANGUAGES, type Language } from '#core/language.ts'
import { classNames } from '../lib/class-names.ts'

const NAMES: Record<Language, { short: string; name: string }> = {
  en: { short: 'EN', name: 'EN, English' },
  ar: { short: 'العربية', name: 'العربية' },
}

type LanguageSwitchProps = { label: string; language: Language; onChange: (language: Language) => void }

export function LanguageSwitch({ label, language, onChange }: LanguageSwitchProps) {
  return (
    <fieldset aria-label={label} className="flex rounded-control border border-line">
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-label={NAMES[one].name}
          aria-pressed={one === language}
          onClick={() => onChange(one)}
          className={classNames(
            'min-h-[42px] px-2.5 text-13 transition-colors duration-(--fast) first:rounded-s-[7px] last:rounded-e-[7px] lg:min-h-[30px]',
            one === language ? 'bg-pond-wash font-strong text-ink' : 'text-ink-soft hover:text-ink',
            // «العربية» ("Arabic") uses a system font. The Arabic web font takes 17 KB for one word, and would flash.
            one === 'ar' && language !== 'ar' && 'font-[family-name:system-ui]',
          )}
        >
          {NAMES[one].short}
        </button>
      ))}
    </fieldset>
  )
}
