import type { Access } from '../platform-client.ts'

export type Api = { url: string; version: string }

export const headers = ({ version }: Api, { accessToken }: Pick<Access, 'accessToken'>) => ({
  authorization: `Bearer ${accessToken}`,
  'linkedin-version': version,
  'x-restli-protocol-version': '2.0.0',
})
