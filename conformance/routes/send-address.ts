import type { RouteBody } from '@charter/runtime/service'

/** What was sent, as it was read. */
export const sendAddress: RouteBody = async ({ body }) => ({ body })
