import type { RouteBody } from '@charter/runtime/service'

/** Who is there, and whether rows are closed to them. */
export const knock: RouteBody = async (_, { principal, rows }) => {
  const denied = await rows.list('Thing', { limit: 1 }).then(
    () => 'open',
    () => 'closed',
  )
  return { body: `${principal.id}: ${denied}`, headers: { 'cache-control': 'public, max-age=60' } }
}
