import { keyIdOf, publicKeyOf, type SigningKey } from '../signing-key.ts'

/** The path of this installation's client metadata document, whose URL is its id at every server. */
export const CLIENT_METADATA_PATH = '/oauth-client-metadata.json'

/** Bluesky servers return users only to 127.0.0.1. This path redirects users who opened Frogy as localhost. */
export const LOOPBACK_RETURN_PATH = '/oauth-return/bluesky'

/** This Bluesky scope grants the same rights as an app password. Older servers know no narrower scope. */
export const MAY_POST = 'transition:generic'
export const SCOPE = `atproto ${MAY_POST}`

/** The client metadata document. With keys, servers keep a session for up to two years instead of two weeks. */
export const clientMetadata = (publicUrl: string, keys: readonly SigningKey[]) => ({
  client_id: `${publicUrl}${CLIENT_METADATA_PATH}`,
  client_name: 'Frogy',
  client_uri: publicUrl,
  application_type: 'web',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${publicUrl}/api/social-accounts/bluesky/callback`],
  scope: SCOPE,
  dpop_bound_access_tokens: true,
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'ES256',
  jwks: { keys: keys.map((key) => ({ ...publicKeyOf(key), kid: keyIdOf(key), alg: 'ES256', use: 'sig' })) },
})
