/** A shop with what an edit can meet: comments, conditions over relations, groups, checks, samples, an operation. */
export const shop = `# A shop.
charter: 1 # the format
name: shop
title: Shop
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
rest: { base: /api }

access:
  accepts: [jwt, api-key]
  roles: [manager, clerk, client]
  principal:
    branch: { type: text, length: 1..60, claim: branch, required: true }
    clientId: { type: uuid, claim: client_id }

entities:
  Client:
    description: Who buys.
    key: id
    fields:
      id: { type: uuid, default: generated } # made here
      name: { type: text, length: 1..120, class: pii }
      email: { type: text, length: ..254, format: email, class: pii }
      taxNumber: { type: text, length: 1..40 }
      birthDate: { type: date, max: today }
      branch: { type: text, length: 1..60 }
    relations:
      orders: { many: Order }
    allow:
      manager: { do: [create, read, update, delete, list] }
      clerk: { do: [create, read, update, list], when: resource.branch == principal.branch }
      client: { do: [read], when: principal has clientId && resource.id == principal.clientId }
    samples:
      - { id: 7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10, name: Ada, email: ada@example.org, taxNumber: T1, birthDate: 1962-04-17, branch: north }

  # What was bought.
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      number: text
      status: { type: enum, values: [draft, sent, paid], default: draft }
      total: { type: decimal, precision: 12, scale: 2, min: 0 }
      quantity: { type: int32, min: 0 }
      notes: { type: text, length: ..4000, optional: true } # free
      dueOn: { type: date, optional: true }
      sentOn: { type: date, optional: true }
    relations:
      client: { one: Client }
    unique: [[number, clientId]]
    checks:
      dueAfterSent: { rule: dueOn >= sentOn, message: Due after it is sent. }
    allow:
      manager: { do: [create, read, update, delete, list, cancelOrder] }
      clerk: { do: [create, read, update, delete, list], when: resource.client.branch == principal.branch }
      client: { do: [read, list], when: principal has clientId && resource.clientId == principal.clientId }

  Invoice:
    key: id
    fields:
      id: { type: uuid, default: generated }
      amount: { type: decimal, precision: 12, scale: 2 }
      status: { type: enum, values: [open, paid], default: open }
    allow:
      manager: { do: [create, read, update, list] }

operations:
  cancelOrder: { entity: Order, result: Order, errors: [already-sent] }
`

/** A charter whose entities have files of their own. */
export const library: Readonly<Record<string, string>> = {
  'charter.yaml': `charter: 1
name: library
access: { roles: [librarian] }
sources: { main: { own: sqlite } }
`,
  'entities/Book.yaml': `key: id
fields:
  id: { type: uuid, default: generated }
  title: { type: text, length: 1..200 }
allow:
  librarian: { do: [create, read, list] }
`,
  'entities/Loan.yaml': `key: id
fields:
  id: { type: uuid, default: generated }
relations:
  book: { one: Book }
allow:
  librarian: { do: [create, read, list] }
`,
}
