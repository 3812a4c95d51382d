/** A charter of so many entities with twelve fields each, of every common kind, in references of ten. */
export const charterOf = (entities: number): string =>
  [
    'charter: 1',
    'name: bench',
    'rest: { base: /api }',
    'access: { roles: [editor, reader], principal: { team: { type: text, claim: team, required: true } } }',
    'entities:',
    ...Array.from({ length: entities }, (_, at) => entityOf(at)),
  ].join('\n')

const entityOf = (at: number): string => `  Entity${at}:
    description: The entity number ${at}.
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 }
      note: { type: text, length: ..2000, optional: true, class: pii, reveal: private }
      code: { type: text, pattern: '[A-Z]{3}-\\d{4}', unique: true }
      count: { type: int32, min: 0, default: 0 }
      size: { type: int64, optional: true }
      amount: { type: decimal, precision: 12, scale: 2 }
      isActive: { type: boolean, default: true }
      state: { type: enum, values: [open, closed], default: open }
      day: { type: date }
      createdAt: { type: instant, default: now, readOnly: true }
      team: { type: text, length: 1..40 }
${at % 10 === 0 ? '' : `    relations: { parent: { one: Entity${at - 1}, optional: true } }\n`}    allow:
      editor: { do: [create, read, update, delete, list, audit], when: resource.team == principal.team, reveal: [private] }
      reader: { do: [read, list] }`
