import type { RouteBody } from '@charter/runtime/service'

/** A line for each that was asked for; as JSON, what the code was given. */
export const thingReceipt: RouteBody = async ({ params, query, headers, type }, { rows, fail, refuse, principal }) => {
  const { id } = params as { id: string }
  const { lines, tags } = query as { lines: number; tags: readonly string[] | null }
  if (lines === 8) refuse('/query/lines', 'Not eight.')
  const thing = await rows.read('Thing', { id })
  if (!thing) return fail('nothing-to-print')
  if (lines === 9) return { status: 404, body: 'x' }
  if (type === 'application/json')
    return { type, body: { name: thing.name, headers, tags: tags ?? null, roles: principal.roles } }
  return {
    body: `name\n${`${String(thing.name)}\n`.repeat(lines)}`,
    headers: { 'Content-Disposition': 'attachment; filename="receipt.csv"' },
  }
}
