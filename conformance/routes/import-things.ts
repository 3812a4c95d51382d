import type { RouteBody } from '@charter/runtime/service'

/** A thing of each line: `name,desk`. */
export const importThings: RouteBody = async ({ body }, { rows }) => {
  const lines = String(body).split('\n').filter(Boolean)
  const made = []
  for (const line of lines) {
    const [name = '', desk = ''] = line.split(',')
    made.push(await rows.create('Thing', { name, desk }))
  }
  return { status: 201, body: { made: made.length } }
}
