/** A charter of many entities with twelve fields each, of the kinds that charters have; every entity refers to the one before. */
export const charterOf = (count: number): string =>
  [
    'charter: 1',
    'name: many',
    'title: Many',
    'version: 1.0.0',
    'description: As many entities as a large company has.',
    'serves: [rest]',
    'sources: { main: { own: sqlite } }',
    'access: { accepts: [jwt], roles: [clerk, auditor], principal: { region: { type: text, length: 1..40, claim: region, required: true } } }',
    'entities:',
    ...Array.from({ length: count }, (_, at) => entityOf(at)),
    '',
  ].join('\n')

const entityOf = (at: number): string => `  Thing${at}:
    description: The kind of thing that number ${at} is.
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 }
      region: { type: text, length: 1..40 }
      email: { type: text, length: ..254, format: email, optional: true }
      code: { type: text, pattern: '[A-Z]{2}-[0-9]{4}', unique: true }
      amount: { type: decimal, precision: 12, scale: 2, min: 0 }
      quantity: { type: int32, min: 0, max: 100000 }
      state: { type: enum, values: [open, held, closed], default: open }
      isUrgent: { type: boolean, default: false }
      startsOn: { type: date }
      seenAt: { type: instant, optional: true }
      remark: { type: text, length: ..2000, optional: true }
${at === 0 ? '' : `    relations: { previous: { one: Thing${at - 1} } }\n`}    allow:
      clerk: { do: [create, read, update, list], when: resource.region == principal.region }
      auditor: { do: [read, list, audit] }`
