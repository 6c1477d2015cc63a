import { z } from 'zod'
import { PlatformName } from './contract.ts'

const LONGEST_NAME = 60

/**
 * The value of a parameter such as `utm_source`: letters and digits, with dots, hyphens and underscores between them.
 * If it is empty, links do not get the parameter.
 */
const Name = z
  .string()
  .trim()
  .max(LONGEST_NAME)
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)?$/u)

export const LinkSettings = z.strictObject({
  /** The networks whose links get parameters. */
  networks: z.partialRecord(PlatformName, z.strictObject({ source: Name, medium: Name, campaign: Name })),
})
export type LinkSettings = z.infer<typeof LinkSettings>

export const linkEndpoints = {
  'GET /api/link-parameters': {
    summary: 'Returns the UTM parameters that Frogy adds to the links of new texts, for each network that has some.',
    access: 'user',
    scope: 'posts:read',
    answer: LinkSettings,
  },
  'PUT /api/link-parameters': {
    summary:
      'Sets the UTM parameters of each network. Frogy adds them to full addresses when a text is saved, and leaves addresses with a `utm_` parameter as they are. Stored texts do not change.',
    access: 'user',
    scope: null,
    body: LinkSettings,
    answer: LinkSettings,
  },
} as const
