import { z } from 'zod'
import type { Endpoint } from '#core/endpoint.ts'
import { PlatformName } from '#core/posts/contract.ts'

const Id = z.guid()

/** The schema of a path parameter; undefined for an id. */
export function pathParameterSchema(name: string, { params }: Endpoint): z.ZodType | undefined {
  return (params?.shape[name] as z.ZodType | undefined) ?? (name === 'platform' ? PlatformName : undefined)
}

/** Whether path parameters match their schemas. Invalid values, such as an escaped NUL, never reach a query. */
export function hasValidPathParameters(values: Record<string, string>, endpoint: Endpoint): boolean {
  return Object.entries(values).every(
    ([name, value]) => (pathParameterSchema(name, endpoint) ?? Id).safeParse(value).success,
  )
}
