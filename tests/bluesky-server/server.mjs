// Runs Bluesky's own server with a small directory of accounts, both on 127.0.0.1. Prints one line of JSON when ready.
// DATA_DIR is its folder, HANDLES the accounts to create, separated by commas. CLIENT_DOCUMENT is the metadata of an
// OAuth client that has no public address.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { join } from 'node:path'
import { Secp256k1Keypair } from '@atproto/crypto'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'

// Listen on 127.0.0.1 only, because the server would listen on all addresses.
const { listen } = net.Server.prototype
net.Server.prototype.listen = function listenLocally(port, ...more) {
  return listen.call(this, port, '127.0.0.1', ...more.filter((one) => one !== '127.0.0.1' && one !== undefined))
}

const client = JSON.parse(process.env.CLIENT_DOCUMENT ?? 'null')
const { fetch: fetchFromNetwork } = globalThis
globalThis.fetch = async (input, init) =>
  (input.url ?? String(input)) === client?.client_id ? Response.json(client) : await fetchFromNetwork(input, init)

const dataDirectory = process.env.DATA_DIR
const blobstoreDiskLocation = join(dataDirectory, 'blobs')
mkdirSync(blobstoreDiskLocation, { recursive: true })

const directory = await startDirectory()
const port = await freePort()
const rotationKey = await Secp256k1Keypair.create({ exportable: true })
const recoveryKey = await Secp256k1Keypair.create({ exportable: true })
const secret = () => randomBytes(32).toString('hex')
const environment = {
  devMode: true,
  port,
  hostname: 'localhost',
  dataDirectory,
  blobstoreDiskLocation,
  recoveryDidKey: recoveryKey.did(),
  adminPassword: secret(),
  jwtSecret: secret(),
  dpopSecret: secret(),
  serviceHandleDomains: ['.test'],
  // There is no app view: profiles and counts answer 502, as on a server whose app view is down.
  bskyAppViewUrl: 'http://127.0.0.1:9',
  bskyAppViewDid: 'did:example:invalid',
  bskyAppViewCdnUrlPattern: 'http://127.0.0.1:9/%s/%s/%s',
  plcRotationKeyK256PrivateKeyHex: Buffer.from(await rotationKey.export()).toString('hex'),
  didPlcUrl: directory,
  inviteRequired: false,
  disableSsrfProtection: true,
  rateLimitsEnabled: false,
}
const server = await PDS.create(envToCfg(environment), envToSecrets(environment))
await server.start()
const url = `http://127.0.0.1:${port}`

const accounts = []
for (const handle of (process.env.HANDLES ?? 'nadia.test').split(',')) {
  const password = secret()
  const { did, accessJwt } = await call('server.createAccount', { handle, email: `${handle}@example.com`, password })
  const appPassword = await call('server.createAppPassword', { name: 'Frogy' }, accessJwt)
  accounts.push({ handle, did, password, appPassword: appPassword.password })
}
console.log(JSON.stringify({ url, accounts }))

async function call(name, body, token) {
  const response = await fetch(`${url}/xrpc/com.atproto.${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return answer
}

/**
 * Starts a directory of accounts. It keeps the operations of each account id, and builds the account's DID document
 * from the last one.
 */
async function startDirectory() {
  const operations = new Map()
  const answerer = http.createServer(async (request, response) => {
    const [, did, ...rest] = decodeURIComponent(request.url).split('/')
    if (request.method === 'POST') {
      const parts = []
      for await (const part of request) parts.push(part)
      operations.set(did, [...(operations.get(did) ?? []), JSON.parse(Buffer.concat(parts))])
      return response.end()
    }
    const log = operations.get(did)
    const last = log?.at(-1)
    if (!last)
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"DID not registered"}')
    const view = {
      '': () => documentOf(did, last),
      data: () => ({ did, ...last }),
      'log/last': () => last,
      log: () => log,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(view[rest.join('/')]?.() ?? null))
  })
  answerer.listen(0, '127.0.0.1')
  await once(answerer, 'listening')
  return `http://127.0.0.1:${answerer.address().port}`
}

function documentOf(did, { alsoKnownAs = [], verificationMethods = {}, services = {} }) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs,
    verificationMethod: Object.entries(verificationMethods).map(([name, key]) => ({
      id: `${did}#${name}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: key.replace(/^did:key:/, ''),
    })),
    service: Object.entries(services).map(([name, { type, endpoint }]) => ({
      id: `#${name}`,
      type,
      serviceEndpoint: endpoint,
    })),
  }
}

async function freePort() {
  const probe = http.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address()
  probe.close()
  await once(probe, 'close')
  return free
}
