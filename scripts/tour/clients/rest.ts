import { type Client, http, rowOf } from './client.ts'

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

interface ProblemDetails {
  readonly code: string
  readonly detail: string
}

/** Resources and problem details (RFC 9457). */
export const restClient = (url: string): Client => ({
  style: 'rest',
  protocol: 'REST',
  wire: 'GET /api/patients?limit=5',
  list: async (asked) => {
    const answer = await http(`${url}/api/patients?limit=${asked.limit}`, asked, { accept: 'application/json' })
    const type = answer.headers.get('content-type')?.split(';')[0]
    const carrier = `${answer.status} ${type}`
    if (answer.ok)
      return { carrier, rows: ((await answer.json()) as Page).items.map((item) => rowOf((name) => item[name])) }
    const { code, detail } = (await answer.json()) as ProblemDetails
    return { carrier, problem: { code, detail } }
  },
  close: () => {},
})
