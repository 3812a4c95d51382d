import { type Principal, ProblemError } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { type ClinicOptions, type Opened, open } from './clinic.ts'
import type { DatabaseName } from './databases.ts'

/** A charter whose rows have files: one that is sealed and of few kinds, one that is neither, and one that not everybody sees. */
export const documentDesk = (database: DatabaseName): string => `charter: 1
name: document-desk
serves: [rest, graphql, grpc, soap, mcp]
mcp: { tools: all }
sources: { main: { own: ${database} } }
access:
  accepts: [jwt]
  roles: [clerk, reader, editor]
  principal: { ward: { type: text, claim: ward } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      ward: { type: text, length: 1..40 }
      title: { type: text, length: 1..80 }
      scan: { type: file, max: 4 MiB, kinds: [application/pdf, 'image/*', text/plain], class: phi, protect: encrypt }
      raw: { type: file, max: 4 MiB }
      opinion: { type: file, max: 4 MiB, class: phi, reveal: opinions }
    allow:
      clerk: { do: [create, read, list, update, delete], when: resource.ward == principal.ward, reveal: [opinions] }
      reader: { do: [read, list] }
      editor: { do: [read, update] }
  Letter:
    key: id
    softDelete: goneAt
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      goneAt: { type: instant, optional: true }
      page: { type: file, max: 1 MiB }
    allow: { clerk: { do: [create, read, update, delete] } }
`

const who = (id: string, role: string, ward: string, tenant = 'one'): Principal => ({
  id,
  roles: [role],
  attributes: { ward },
  credential: 'jwt',
  tenant,
})

/** By the tokens that they sign in with. */
export const people: Readonly<Record<string, Principal>> = {
  ann: who('ann', 'clerk', 'north'),
  bob: who('bob', 'clerk', 'south'),
  eve: who('eve', 'reader', 'north'),
  ed: who('ed', 'editor', 'north'),
  far: who('far', 'clerk', 'north', 'two'),
}

export interface DocumentDesk {
  readonly opened: Opened
  readonly served: Served
  /** Of the API. */
  readonly base: string
  /** Asks as somebody: `ask('/documents', { as: 'ann' })`. */
  ask(path: string, options?: RequestInit & { readonly as?: string }): Promise<Response>
  /** A new row's address. */
  row(title?: string, as?: string): Promise<string>
  close(): Promise<void>
}

export const openDocumentDesk = async (database: DatabaseName, options: ClinicOptions = {}): Promise<DocumentDesk> => {
  const opened = await open({ text: documentDesk(database), ...options })
  const authenticate = async (credential: { readonly text: string } | null): Promise<Principal> => {
    const found = people[credential?.text ?? '']
    if (!found) throw new ProblemError({ code: 'unauthenticated', detail: 'Unknown token.' })
    return found
  }
  const serving = { ...opened.service, authenticate }
  const served = await serveStyles(opened.derived.styles, serving, { host: '127.0.0.1', port: 0 })
  const base = `${served.urls.rest}/api/v1`
  const ask: DocumentDesk['ask'] = (path, { as = 'ann', headers, ...more } = {}) =>
    fetch(path.startsWith('http') ? path : `${base}${path}`, {
      ...more,
      headers: { authorization: `Bearer ${as}`, ...headers },
    })
  return {
    opened,
    served,
    base,
    ask,
    row: async (title = 'a letter', as = 'ann') => {
      const made = await ask('/documents', {
        as,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ward: people[as]?.attributes.ward, title }),
      })
      if (made.status !== 201) throw new Error(await made.text())
      return `/documents/${((await made.json()) as { id: string }).id}`
    },
    close: async () => {
      await served.close()
      await opened.close()
    },
  }
}
