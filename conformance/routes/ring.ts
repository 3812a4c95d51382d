import type { RouteBody } from '@charter/runtime/service'

let rung = 0

/** How often it was rung. */
export const ring: RouteBody = async () => ({ body: { rung: ++rung } })
