import type { FastifyRequest } from 'fastify'
import type { Platform } from '#core/platforms/platform.ts'
import { browserUrl } from '../http/address.ts'

export function redirectUriFor(platform: Platform, request: FastifyRequest, publicUrl: string): string {
  return `${browserUrl(request, publicUrl)}/api/social-accounts/${platform}/callback`
}
