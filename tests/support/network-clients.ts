import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { platformClients } from '#server/adapters/platforms/all.ts'
import { newSigningKey } from '#server/adapters/platforms/signing-key.ts'
import type {
  Access,
  Connection,
  OutgoingImage,
  OutgoingPost,
  Outcome,
  PlatformClient,
  Prepared,
  RegisteredApp,
  RegisteredApps,
  SendWindow,
} from '#server/adapters/platforms/platform-client.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { pictureFile } from './pictures.ts'
import { simulatorAt, type SimulatorControl } from './simulator.ts'

/** Stores the registered apps of one network in memory. */
export function appsInMemory(): RegisteredApps {
  const apps = new Map<string, RegisteredApp[]>()
  return {
    at: async (server) => apps.get(server) ?? [],
    save: async (server, app) => void apps.set(server, [app, ...(apps.get(server) ?? [])]),
    signingKeys: [newSigningKey()],
  }
}

/** Frogy's clients of all platforms, connected to the simulator. The rest of Frogy does not run. */
export interface NetworkClients extends AsyncDisposable {
  readonly simulator: SimulatorControl
  client(platform: Platform): PlatformClient
  /** Signs in at a platform. `asked` are parameters of the simulated consent page. */
  signIn(platform: Platform, asked?: Record<string, string>): Promise<Connection[]>
  /** Publishes a text with this access. @returns the id of the post at the platform */
  post(platform: Platform, access: Access, text: string): Promise<string>
  picture(): OutgoingImage
}

export const NEVER = new AbortController().signal
/** A send window that lets a client send at any time. */
export const SENDING: SendWindow = { mayBegin: () => true, signal: NEVER, reopen: async () => true }

export async function networkClients(scopes: Partial<Record<Platform, string[]>> = {}): Promise<NetworkClients> {
  await using opened = new AsyncDisposableStack()
  const running = opened.use(await openSimulator({ port: 0, autoConsent: true }))
  const bytes = new Uint8Array(await pictureFile('jpeg', 300, 300))
  const pictures = http.createServer((_request, response) =>
    response.setHeader('content-type', 'image/jpeg').end(bytes),
  )
  pictures.listen(0, '127.0.0.1')
  await once(pictures, 'listening')
  opened.defer(() => {
    pictures.closeAllConnections()
    pictures.close()
  })
  const apps = PLATFORMS.map((platform) => [
    platform,
    {
      // The simulator grants further scopes only to apps whose ids begin with `vetted-`.
      clientId: scopes[platform] ? 'vetted-app' : 'app',
      clientSecret: 'secret',
      scopes: scopes[platform] ?? [],
      baseUrl: `${running.url}/${platform}`,
      simulated: true,
    },
  ])
  const clients = platformClients(Object.fromEntries(apps), () => new Date(), appsInMemory)
  const clientOf = (platform: Platform) => clients[platform] ?? throwFailure(`There is no client of ${platform}`)
  const picture = (): OutgoingImage => ({
    id: randomBytes(8).toString('hex'),
    type: 'image/jpeg',
    width: 640,
    height: 480,
    altText: '',
    url: `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/a.jpg`,
    read: async () => ({ ok: true, value: bytes }),
  })
  const stack = opened.move()
  return {
    simulator: simulatorAt(running.url),
    client: clientOf,
    picture,
    async signIn(platform, asked = {}) {
      const codeVerifier = randomBytes(32).toString('base64url')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const redirectUri = 'http://127.0.0.1:9/back'
      const client = clientOf(platform)
      const request = { redirectUri, state: 'state', codeChallenge }
      const outcome = client.consentUrl
        ? { consentUrl: client.consentUrl(request), kept: undefined }
        : await client.connectByForm?.({ ...examplesOf(platform), ...asked }, request, NEVER)
      if (outcome && 'connections' in outcome) return outcome.connections
      if (!outcome || !client.connect) throw new Error(`${platform} cannot be connected`)
      const consent = new URL(outcome.consentUrl)
      for (const [name, value] of Object.entries(asked)) consent.searchParams.set(name, value)
      const agreed = await fetch(consent, { redirect: 'manual' })
      const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
      return await client.connect({ code, redirectUri, codeVerifier, kept: outcome.kept }, NEVER)
    },
    async post(platform, access, text) {
      const client = clientOf(platform)
      const post: OutgoingPost = { text, images: platform === 'instagram' ? [picture()] : [] }
      const done: Prepared = {}
      const save = async (made: Prepared) => void Object.assign(done, made)
      valueOf((await client.prepare?.(post, access, { done, save }, NEVER)) ?? { ok: true, value: null })
      return valueOf(await client.publish(post, done, access, SENDING)).remoteId
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Returns the example values of a network's connection form. A simulated network accepts them. */
const examplesOf = (platform: Platform): Record<string, string> =>
  Object.fromEntries(
    (connectFormOf(platform)?.fields ?? []).flatMap(({ name, isOptional, example }) =>
      isOptional ? [] : [[name, example]],
    ),
  )

/** The access token, and the other data by which Frogy makes calls for a connected account. */
export const accessOf = ({ remoteId, tokens: { accessToken, server, dpop } }: Connection): Access => ({
  remoteId,
  accessToken,
  server,
  dpop,
})

export function valueOf<T>(outcome: Outcome<T>): T {
  return outcome.ok ? outcome.value : throwFailure(JSON.stringify(outcome.failure))
}

function throwFailure(message: string): never {
  throw new Error(message)
}
