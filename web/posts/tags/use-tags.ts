import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'

/** The user's tags. @param isNeeded users without tags make no request for them */
export const useTags = (isNeeded: boolean) => useQuery({ ...reading('GET /api/tags'), enabled: isNeeded })
