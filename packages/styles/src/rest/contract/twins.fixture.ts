/** A charter whose entities and types are called as forms of other entities are, and as what every contract has. */
export const twins = `
charter: 1
name: twins
title: Twins
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
types:
  SiteReplace: { type: record, members: { street: { type: text, length: 1..80 } } }
entities:
  Site:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      plan: { type: SiteReplace, optional: true }
    relations: { pages: { many: SitePage, inverse: site }, counts: { many: Count, inverse: site } }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
  SitePage:
    key: id
    fields:
      id: { type: uuid, default: generated }
      url: { type: text, length: 1..40 }
    relations: { site: { one: Site } }
    allow: { owner: { do: [create, read, update, delete, list] } }
  SiteCreate:
    key: id
    fields:
      id: { type: uuid, default: generated }
      made: { type: date }
    allow: { owner: { do: [create, read, update, delete, list] } }
  Count:
    key: id
    fields:
      id: { type: uuid, default: generated }
      total: { type: int32 }
    relations: { site: { one: Site } }
    allow: { owner: { do: [create, read, update, delete, list] } }
  Problem:
    key: id
    fields:
      id: { type: uuid, default: generated }
      cause: { type: text, length: 1..40 }
    allow: { owner: { do: [create, read, update, delete, list] } }
  Json:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 1..40 }
    allow: { owner: { do: [create, read, update, delete, list] } }
  AuditEntry:
    key: id
    fields:
      id: { type: uuid, default: generated }
      line: { type: text, length: 1..40 }
    allow: { owner: { do: [create, read, update, delete, list] } }
  CreateSiteInput:
    key: id
    fields:
      id: { type: uuid, default: generated }
      given: { type: text, length: 1..40 }
    allow: { owner: { do: [create, read, update, delete, list] } }
`
