import { type Client, http, rowOf } from './client.ts'

interface Answered {
  readonly data?: { readonly patients: { readonly nodes: readonly Readonly<Record<string, unknown>>[] } } | null
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

// `id` is Relay's global identifier; `rowId` is the patient's own.
const query = 'query ($first: Int) { patients(first: $first) { nodes { id: rowId name birthDate ssn email ward } } }'

/** A connection, and errors beside no data. */
export const graphqlClient = (url: string): Client => ({
  style: 'graphql',
  protocol: 'GraphQL',
  wire: 'POST /graphql  patients(first: 5)',
  list: async (asked) => {
    const headers = { accept: 'application/graphql-response+json', 'content-type': 'application/json' }
    const body = JSON.stringify({ query, variables: { first: asked.limit } })
    const answer = await http(`${url}/graphql`, asked, headers, body)
    const { data, errors } = (await answer.json()) as Answered
    const [error] = errors ?? []
    if (error)
      return {
        carrier: `${answer.status} errors[0].extensions`,
        problem: { code: error.extensions.code, detail: error.message },
      }
    return {
      carrier: `${answer.status} data.patients.nodes`,
      rows: (data?.patients.nodes ?? []).map((node) => rowOf((name) => node[name])),
    }
  },
  close: () => {},
})
