import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'

/**
 * The user's tags.
 * @param isNeeded false to send no request, for example for a user without tags
 */
export const useTags = (isNeeded: boolean) => useQuery({ ...reading('GET /api/tags'), enabled: isNeeded })
