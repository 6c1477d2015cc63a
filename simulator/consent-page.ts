import { portrait } from './feed-card.ts'
import { markup, shell, type Markup } from './html.ts'
import { APP_TROUBLES, type ConsentNetwork, type Page, type Person } from './network.ts'
import { SCOPES, WORDS } from './words.ts'

interface Asked {
  clientId: string
  redirectUri: string
  scopes: string[]
  pageIds: string[] | undefined
}

interface Shown {
  network: ConsentNetwork
  language: 'en' | 'ar'
  nonce: string
}

export function consentPage(options: Shown & { network: ConsentNetwork; asked: Asked; chosen: Person }): Markup {
  const { network, asked, chosen, language, nonce } = options
  const words = WORDS[language]
  const name = network.name
  const body = markup`<main>
<form method="post" class="sheet">
<h1>${words.wants('Frogy', name)}</h1>
<p class="soft">${words.notReal(name)}</p>
<fieldset>
<legend>${words.chooseAccount}</legend>
${network.people.map((person) => choice(network, person, person.id === chosen.id, words.pages, asked.pageIds))}
${network.consent.picksPages && markup`<input type="hidden" name="picked" value="1">`}
</fieldset>
<section aria-labelledby="rights">
<h2 id="rights">${words.willBeAble}</h2>
<ul>${meanings(asked.scopes, language).map((meaning) => markup`<li><bdi>${meaning}</bdi></li>`)}</ul>
</section>
<p>${words.redirected} <bdi>${new URL(asked.redirectUri).origin}</bdi></p>
<div class="actions">
<button name="decision" value="approve">${words.approve}</button>
<button name="decision" value="cancel">${words.cancel}</button>
</div>
<details>
<summary>${words.inTheWay}</summary>
<p class="soft">${words.inTheWayHint}</p>
<div class="actions">${APP_TROUBLES.filter((trouble) => network.consent.troubles[trouble]).map(
    (trouble) => markup`<button name="trouble" value="${trouble}">${words.troubles[trouble]}</button>`,
  )}</div>
</details>
</form>
</main>`
  return shell({ language, title: `${name} · ${words.simulated}`, nonce, body })
}

function choice(
  network: ConsentNetwork,
  person: Person,
  isChosen: boolean,
  pagesWord: string,
  pageIds: string[] | undefined,
): Markup {
  const id = `account-${person.id}`
  return markup`<label class="choice" for="${id}">
<input type="radio" name="account" id="${id}" value="${person.id}"${isChosen && markup` checked`}>
${portrait(network.platform, person.id)}
<span><strong><bdi>${person.name}</bdi></strong>
${person.username !== undefined && markup`<span class="soft"><bdi dir="ltr">@${person.username}</bdi></span>`}
<span class="soft" dir="auto">${person.headline}</span>
</span>
</label>${network.consent.picksPages && person.pages && pages(person.pages, pagesWord, pageIds)}`
}

/** A list of the Pages that a person can share with the app. The server ignores Pages of people who are not chosen. */
function pages(own: Page[], word: string, pageIds: string[] | undefined): Markup {
  return markup`<ul class="pages" aria-label="${word}">${own.map(
    (page) =>
      markup`<li><label><input type="checkbox" name="page" value="${page.id}"${(pageIds?.includes(page.id) ?? true) && markup` checked`}> <bdi>${page.name}</bdi></label></li>`,
  )}</ul>`
}

function meanings(scopes: string[], language: 'en' | 'ar'): string[] {
  const found = scopes.map((scope) => SCOPES[language].find(([pattern]) => pattern.test(scope))?.[1] ?? scope)
  return [...new Set(found)]
}

export function refusedPage(options: Shown & { why: string }): Markup {
  const { network, language, nonce, why } = options
  const words = WORDS[language]
  const body = markup`<main>
<div class="sheet">
<h1>${words.cannotAsk}</h1>
<p dir="auto">${why}</p>
<p class="soft">${words.notReal(network.name)}</p>
</div>
</main>`
  return shell({ language, title: `${words.cannotAsk} · ${words.simulated}`, nonce, body })
}
