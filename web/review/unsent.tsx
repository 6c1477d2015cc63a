import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'

/** Shows texts that the guest can no longer send, so that they can copy them. */
export function Unsent({ texts }: { texts: readonly string[] }) {
  const t = useTranslations('review.unsent')
  const written = texts.map((text) => text.trim()).filter((text) => text !== '')
  if (written.length === 0) return null
  return (
    <section aria-labelledby="unsent" className="mt-4">
      <h2 id="unsent" className="text-14 font-strong">
        {t('title')}
      </h2>
      <ul className="my-2 divide-y divide-line border-y border-line text-14">
        {written.map((text) => (
          <li key={text} dir="auto" className="py-2 wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => void copyText(written.join('\n\n'), { title: t('copied') }, t('copyFailed'))}>
        {t('copy')}
      </Button>
    </section>
  )
}

/** The texts in the fields of the forms that this component replaces. React still shows them during its first render. */
export function UnsentFields() {
  const [texts] = useState(() => [...document.querySelectorAll('textarea')].map(({ value }) => value))
  return <Unsent texts={texts} />
}
