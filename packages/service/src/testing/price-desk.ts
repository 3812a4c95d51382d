import type { DatabaseName } from './databases.ts'

/** A charter with a job. */
export const priceDesk = (database: DatabaseName): string => `charter: 1
name: price-desk
serves: [rest, graphql, grpc, soap, mcp]
mcp: { tools: all }
sources: { main: { own: ${database} } }
access:
  accepts: [jwt, api-key]
  roles: [clerk, auditor]
entities:
  Price:
    key: sku
    fields:
      sku: { type: text, length: 1..40 }
      cents: { type: int32, min: 0 }
    allow:
      clerk: { do: [create, read, update, delete, list, raisePrice] }
  Offer:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      isKept: { type: boolean, default: false }
      state:
        type: enum
        values: [open, taken, lapsed, gone]
        states:
          moves:
            takeOffer: { from: open, to: taken }
            reopenOffer: { from: taken, to: open }
            lapseOffer: { from: open, to: lapsed, after: 3 days, internal: true, when: resource.isKept == false }
            dropOffer: { from: lapsed, to: gone, after: 1 hour, internal: true }
    allow:
      clerk: { do: [create, read, update, delete, list, audit, takeOffer, reopenOffer] }
operations:
  dropOffer: { entity: Offer, internal: true }
  tidy: { mode: job, rights: service, every: 1 hour, keep: 2 days, result: int32 }
  importPrices:
    mode: job
    description: Reads a list of prices.
    input: { from: { type: text, length: 1..200 }, upTo: { type: int32, min: 1, default: 3 } }
    result: { type: record, members: { kept: int32 } }
    errors: [no-such-list]
  raisePrice:
    mode: job
    entity: Price
    input: { by: { type: int32, min: 1 } }
policies:
  - 'permit (principal in Role::"clerk", action == Action::"importPrices", resource);'
  - 'permit (principal in Role::"auditor", action in [Action::"list", Action::"read"], resource is ImportPricesJob);'
`
