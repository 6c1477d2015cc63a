import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChevronDown } from '../../ui/icons.ts'
import { MAIN_OPTIONS, MORE_OPTIONS, type Choices, type Chosen } from './choices.ts'
import { classNames } from '../../lib/class-names.ts'
import { BareSelect } from '../../ui/select.tsx'
import { PROFESSIONAL_OPTIONS } from '#core/writing/options/professional.ts'

interface ProfessionalChoicesProps {
  choices: Choices
  chosen: Chosen
  /** The reason why the tone cannot be chosen. Undefined if it can. */
  toneHint: string | undefined
  onChoose: (change: Chosen) => void
}

export function ProfessionalChoices({ choices, chosen, toneHint, onChoose }: ProfessionalChoicesProps) {
  const t = useTranslations('professional')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const row = (name: keyof Choices) => (
    <Row
      key={name}
      label={t(`labels.${name}`)}
      unit={name === 'contentLength' ? t('inCharacters') : undefined}
      value={choices[name]}
      options={PROFESSIONAL_OPTIONS[name].map((value) => ({ value, label: t(`options.${name}.${value}` as never) }))}
      isChosen={chosen[name] !== undefined}
      hint={name === 'voiceTone' ? toneHint : undefined}
      onChange={(value) => onChoose({ [name]: value })}
    />
  )
  return (
    <div>
      <div className="divide-y divide-line border-y border-line">
        {MAIN_OPTIONS.map(row)}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 py-1.5 text-start text-14 lg:text-13"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-ink-soft">
              {isOpen ? t('more') : MORE_OPTIONS.map((name) => t(`labels.${name}`)).join(' · ')}
            </span>
            {!isOpen && (
              <span className="block truncate text-ink">
                {MORE_OPTIONS.map((name) => t(`short.${name}.${choices[name]}` as never)).join(' · ')}
              </span>
            )}
          </span>
          <ChevronDown size={16} strokeWidth={1.75} className={classNames('shrink-0', isOpen && 'rotate-180')} />
        </button>
        <div id={id} hidden={!isOpen} className="divide-y divide-line">
          {isOpen && MORE_OPTIONS.map(row)}
        </div>
      </div>
    </div>
  )
}

function Row<Value extends string>({
  label,
  unit,
  value,
  options,
  isChosen,
  hint,
  onChange,
}: {
  label: string
  unit: string | undefined
  value: Value
  options: readonly { value: Value; label: string }[]
  isChosen: boolean
  /** Explains why the choice is disabled. Undefined if it is not. */
  hint: string | undefined
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="flex min-h-12 items-center gap-2 lg:min-h-9.5">
      <div className="w-33 shrink-0 text-14 text-ink-soft">
        <label htmlFor={id} className="block">
          {label}
          {unit && <span className="-mt-0.5 block text-13 text-ink-faint">{unit}</span>}
        </label>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <BareSelect
          look="row"
          id={id}
          disabled={hint !== undefined}
          aria-describedby={hint && `${id}-hint`}
          value={value}
          options={options}
          onChange={onChange}
          className={isChosen ? 'font-strong' : undefined}
        />
        {hint && (
          <p id={`${id}-hint`} className="-mt-2 pb-2 text-13 text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
