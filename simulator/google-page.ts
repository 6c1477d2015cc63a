import type { GooglePerson } from './google-people.ts'
import { markup, shell, type Markup } from './html.ts'
import { WORDS } from './words.ts'

interface Shown {
  language: 'en' | 'ar'
  nonce: string
}

const GOOGLE_WORDS = {
  en: { title: 'Sign in to Frogy with Google', unverified: 'Google has not verified this address', agree: 'Continue' },
  ar: { title: 'تسجيل الدخول إلى Frogy عبر Google', unverified: 'لم يتحقق Google من هذا العنوان', agree: 'متابعة' },
} as const

export function googlePage({
  people,
  chosen,
  language,
  nonce,
}: Shown & { people: GooglePerson[]; chosen: GooglePerson }): Markup {
  const [words, googleWords] = [WORDS[language], GOOGLE_WORDS[language]]
  const body = markup`<main>
<form method="post" class="sheet">
<h1>${googleWords.title}</h1>
<p class="soft">${words.notReal('Google')}</p>
<fieldset>
<legend>${words.chooseAccount}</legend>
${people.map(
  (person) => markup`<label class="choice">
<input type="radio" name="account" value="${person.sub}"${person === chosen && markup` checked`}>
<span><strong><bdi>${[person.given, person.family].filter(Boolean).join(' ')}</bdi></strong>
<span class="soft"><bdi dir="ltr">${person.email}</bdi></span>
${!person.verified && markup`<span class="soft">${googleWords.unverified}</span>`}
</span>
</label>`,
)}
</fieldset>
<div class="actions">
<button name="decision" value="approve">${googleWords.agree}</button>
<button name="decision" value="cancel">${words.cancel}</button>
</div>
</form>
</main>`
  return shell({ language, title: `Google · ${words.simulated}`, nonce, body })
}

export function googleRefusal({ why, language, nonce }: Shown & { why: string }): Markup {
  const words = WORDS[language]
  const body = markup`<main>
<div class="sheet">
<h1>${words.cannotAsk}</h1>
<p dir="auto">${why}</p>
<p class="soft">${words.notReal('Google')}</p>
</div>
</main>`
  return shell({ language, title: `${words.cannotAsk} · ${words.simulated}`, nonce, body })
}
