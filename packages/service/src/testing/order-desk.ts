import type { DatabaseName } from './databases.ts'

/** A charter with webhooks: clerks see the orders of their own ward, and what is secret in them as a mask. */
export const orderDesk = (database: DatabaseName): string => `charter: 1
name: order-desk
serves: [rest, graphql, grpc, soap, mcp]
mcp: { tools: all }
sources: { main: { own: ${database} } }
access:
  accepts: [jwt, api-key]
  roles: [clerk, chief]
  principal: { ward: { type: text, claim: ward } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      ward: { type: text, length: 1..40 }
      title: { type: text, length: 1..80 }
      card: { type: text, length: 4..20, optional: true, class: pan, mask: { last: 4 }, reveal: cards }
    allow:
      clerk: { do: [create, read, list, update, delete], when: resource.ward == principal.ward }
      chief: { do: [create, read, list, update, delete], reveal: [cards] }
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      text: { type: text, length: 1..80 }
    allow:
      clerk: { do: [create, read, list] }
webhooks: { of: [Order], roles: [clerk, chief] }
`
