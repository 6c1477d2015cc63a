import { consentPage, refusedPage } from './consent-page.ts'
import { html } from './html.ts'
import {
  APP_TROUBLES,
  type Answer,
  type AppTrouble,
  type Call,
  type ConsentNetwork,
  type Person,
  type Route,
} from './network.ts'
import { secret, type World } from './world.ts'

interface Asked {
  clientId: string
  redirectUri: string
  state: string | null
  scopes: string[]
  /** The scopes that the person declines. A test sets these and the shared Pages (`pageIds`) by URL parameters. */
  declined: string[]
  pageIds: string[] | undefined
  /** Whether the consent page asks for declined scopes again. */
  asksAgain: boolean
  /** Parameters that the network adds to each redirect back to the app. */
  returns: Record<string, string>
  challenge?: { method: 'S256' | 'plain'; value: string }
}

/** The page where a person authorizes an app: shown on GET, submitted by POST to the same address. */
export function consentRoutes(world: World, network: ConsentNetwork, autoConsent: boolean): Route[] {
  const { path } = network.consent
  return [
    {
      method: 'GET',
      path,
      handle(call) {
        const asked = readAsked(world, network, call)
        if (typeof asked === 'string') return refused(network, call, asked)
        const why = network.consent.refusesApp?.(world, call)
        if (why) return refused(network, call, why)
        const scopeError = network.consent.refusesScopes?.(asked.scopes, asked.clientId)
        if (scopeError) return redirectBack(asked, scopeError)

        const wanted = call.query.get('sim_account')
        const person = wanted === null ? network.people[0] : network.people.find((one) => one.id === wanted)
        if (!person) return refused(network, call, `sim_account ${wanted} does not exist on ${network.name}.`)
        const trouble = troubleIn(call.query.get('sim_trouble'))
        if (trouble) return respondToTrouble(world, network, call, asked, person, trouble)
        if (autoConsent) return agree(world, network, call, asked, person)
        return html(200, (nonce) => consentPage({ network, asked, chosen: person, language: languageOf(call), nonce }))
      },
    },
    {
      method: 'POST',
      path,
      handle(call) {
        const asked = readAsked(world, network, call)
        if (typeof asked === 'string') return refused(network, call, asked)
        const trouble = troubleIn(call.form.get('trouble'))
        const [first] = network.people
        if (trouble && first) return respondToTrouble(world, network, call, asked, first, trouble)
        if (call.form.get('decision') !== 'approve') return redirectBack(asked, network.consent.cancelled)
        const person = network.people.find((one) => one.id === call.form.get('account'))
        if (!person) return refused(network, call, 'No account was chosen.')
        // The form always sends `picked` if it lists Pages. Without selected Pages, this shows that the person chose
        // none.
        const isPicked = call.form.has('picked')
        return agree(world, network, call, isPicked ? { ...asked, pageIds: call.form.getAll('page') } : asked, person)
      },
    },
  ]
}

/** Reads the app's request, or returns the reason why it is invalid. An invalid request must not redirect. */
function readAsked(world: World, network: ConsentNetwork, given: Call): Asked | string {
  const pushed = network.consent.pushed?.(world, given)
  if (typeof pushed === 'string') return pushed
  const call = pushed ? { ...given, query: new URLSearchParams([...pushed, ...given.query]) } : given
  const value = (name: string) => call.query.get(name) ?? ''
  if (!value('client_id')) return 'The parameter client_id is missing.'
  const redirect = URL.parse(value('redirect_uri'))
  if (!redirect || !/^https?:$/.test(redirect.protocol) || redirect.hash) {
    return 'The parameter redirect_uri must be an absolute http or https address without a fragment.'
  }
  const type = call.query.get('response_type') ?? (network.consent.assumesCode ? 'code' : '')
  if (type !== 'code') return 'The parameter response_type must be code.'

  const scopes = value('scope').split(network.consent.scopeSeparator).filter(Boolean)
  if (scopes.length === 0) return 'The parameter scope is missing.'
  const asked = {
    clientId: value('client_id'),
    redirectUri: value('redirect_uri'),
    state: call.query.get('state'),
    scopes: [...new Set(scopes)],
    declined: (call.query.get('sim_decline') ?? '').split(',').filter(Boolean),
    pageIds: call.query.get('sim_pages')?.split(',').filter(Boolean),
    asksAgain: isAskedAgain(network, call),
    returns: network.consent.returns?.(call) ?? {},
  }
  const { pkce } = network.consent
  if (!pkce || (pkce === 'optional' && !call.query.has('code_challenge'))) return asked

  if (!value('state') || value('state').length > 500) return 'The parameter state must have 1 to 500 characters.'
  const method = call.query.get('code_challenge_method') ?? 'plain'
  if (!value('code_challenge') || (method !== 'S256' && method !== 'plain')) {
    return 'The parameters code_challenge and code_challenge_method (S256 or plain) are needed.'
  }
  return { ...asked, challenge: { method, value: value('code_challenge') } }
}

function troubleIn(text: string | null): AppTrouble | undefined {
  return APP_TROUBLES.find((one) => one === text)
}

function agree(world: World, network: ConsentNetwork, call: Call, asked: Asked, person: Person): Answer {
  return person.isPersonal && world.manner('consentTroubles') !== 'left_out'
    ? respondToTrouble(world, network, call, asked, person, 'personal')
    : approve(world, network, asked, person)
}

/** Imitates the network's response to a misconfigured app or an unsuitable account. */
function respondToTrouble(
  world: World,
  network: ConsentNetwork,
  call: Call,
  asked: Asked,
  person: Person,
  trouble: AppTrouble,
): Answer {
  const response = network.consent.troubles[trouble]
  if (!response) return refused(network, call, `${network.name} knows no trouble "${trouble}".`)
  const manner = world.manner('consentTroubles')
  const { omittedScopes, returned } = response
  if (manner === 'left_out' && omittedScopes) {
    const scopes = asked.scopes.filter((scope) => !omittedScopes.test(scope))
    return approve(world, network, { ...asked, scopes }, person)
  }
  return manner === 'returned' && returned ? redirectBack(asked, returned) : refused(network, call, response.page)
}

function approve(world: World, network: ConsentNetwork, asked: Asked, person: Person): Answer {
  const { clientId, redirectUri, challenge } = asked
  const declined = [
    ...new Set([...asked.declined, ...(asked.asksAgain ? [] : declinedBefore(world, network, clientId, person))]),
  ]
  const scopes = asked.scopes.filter((scope) => !declined.includes(scope))
  const grant = { accountId: person.id, clientId, scopes }
  network.consent.approved?.(world, grant)
  const code = secret('', 64)
  world.codes.put(code, {
    ...grant,
    platform: network.platform,
    redirectUri,
    expiresAt: world.now() + network.consent.codeLifeMs,
    ...(challenge && { challenge }),
    ...(declined.length > 0 && { declined }),
    ...(person.pages && asked.pageIds && { pageIds: asked.pageIds }),
  })
  return redirectBack(asked, { code }, network.consent.fragment)
}

function isAskedAgain({ consent }: ConsentNetwork, call: Call): boolean {
  return !consent.asksAgain || call.query.get(consent.asksAgain.parameter) === consent.asksAgain.value
}

function declinedBefore(world: World, { platform }: ConsentNetwork, clientId: string, { id }: Person): string[] {
  return [...world.tokens.entries()]
    .filter(([, token]) => token.platform === platform && token.accountId === id && token.clientId === clientId)
    .flatMap(([, { declined = [] }]) => declined)
}

function redirectBack(asked: Asked, query: Record<string, string>, fragment = ''): Answer {
  const address = new URL(asked.redirectUri)
  for (const [name, value] of Object.entries({ ...query, ...asked.returns })) address.searchParams.set(name, value)
  if (asked.state !== null) address.searchParams.set('state', asked.state)
  return { status: 302, headers: { location: address.href + fragment, 'cache-control': 'no-store' } }
}

function refused(network: ConsentNetwork, call: Call, why: string): Answer {
  return html(400, (nonce) => refusedPage({ network, why, language: languageOf(call), nonce }))
}

/** The first language of the Accept-Language header that the simulator supports. */
export function languageOf(call: Call): 'en' | 'ar' {
  const wanted = (call.headers['accept-language'] ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const weight = Number(/q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1)
      return { language: tag.split('-')[0], weight, index }
    })
    .filter(({ language, weight }) => weight > 0 && (language === 'ar' || language === 'en'))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  return wanted[0]?.language === 'ar' ? 'ar' : 'en'
}
