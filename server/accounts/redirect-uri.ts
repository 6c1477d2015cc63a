import type { FastifyRequest } from 'fastify'
import type { Platform } from '#core/platforms/platform.ts'
import { browserOrigin } from '../http/address.ts'

export function redirectUriFor(platform: Platform, request: FastifyRequest, publicUrl: string): string {
  return `${browserOrigin(request, publicUrl)}/api/social-accounts/${platform}/callback`
}
