import type { Json } from '@charter/runtime'

/** A charter of one or more entities, as a history of changes makes it. */
export interface Model {
  readonly entities: readonly ModelEntity[]
  /** Counts what was made, so that names are new. */
  readonly made: number
}

export interface ModelEntity {
  readonly name: string
  readonly was?: string
  readonly fields: readonly ModelField[]
}

export interface ModelField {
  readonly name: string
  readonly was?: string
  /** As the charter writes it. */
  readonly type: string
  /** What rows have that were there before it. */
  readonly value: Json
}

/** One change: the model after it, and what is lost by it. */
export interface Change {
  readonly model: Model
  readonly drops: readonly string[]
}

type Make = (model: Model, at: number) => Change

const allow = 'allow: { owner: { do: [create, read, update, delete, list, audit] } }'

/** The model's entities as a charter has them. */
export const textOf = ({ entities }: Model): string =>
  entities
    .map(({ name, was, fields }) => {
      const lines = fields.map(
        (field) => `      ${field.name}: { ${field.type}${field.was === undefined ? '' : `, was: ${field.was}`} }`,
      )
      return [
        `  ${name}:`,
        ...(was === undefined ? [] : [`    was: ${was}`]),
        '    key: id',
        '    fields:',
        '      id: { type: uuid, default: generated }',
        ...lines,
        `    ${allow}`,
        '',
      ].join('\n')
    })
    .join('')

export const firstModel: Model = {
  made: 0,
  entities: [
    {
      name: 'Item',
      fields: [
        { name: 'title', type: 'type: text, length: 1..80', value: 'x' },
        { name: 'number', type: 'type: int32', value: 1 },
        { name: 'price', type: 'type: decimal, precision: 6, scale: 2', value: '1.00' },
        { name: 'state', type: 'type: enum, values: [a, b], default: a', value: 'a' },
      ],
    },
  ],
}

/** What `was` said has been followed. */
const settled = ({ made, entities }: Model): Model => ({
  made: made + 1,
  entities: entities.map(({ name, fields }) => ({ name, fields: fields.map(({ was: _, ...field }) => field) })),
})

const change = (
  model: Model,
  with_: (fields: readonly ModelField[], entity: ModelEntity) => readonly ModelField[],
): Model => {
  const [first, ...rest] = settled(model).entities
  return first ? { ...settled(model), entities: [{ ...first, fields: with_(first.fields, first) }, ...rest] } : model
}

const pick = (fields: readonly ModelField[], at: number): ModelField | undefined => fields[at % fields.length]

const added =
  (type: string, value: Json): Make =>
  (model) => ({
    model: change(model, (fields) => [...fields, { name: `f${model.made}`, type, value }]),
    drops: [],
  })

const retyped =
  (from: RegExp, type: string): Make =>
  (model) => ({
    model: change(model, (fields) => fields.map((field) => (from.test(field.type) ? { ...field, type } : field))),
    drops: [],
  })

/** The kinds of change that a history is made of. */
export const changes: Readonly<Record<string, Make>> = {
  'a new field that may be empty': added('type: text, optional: true', null),
  'a new field with a default': added('type: int32, default: 7', 7),
  'a new field, each value another': added('type: text, optional: true, unique: true', null),
  'a new time': added('type: date, default: 2020-02-03', '2020-02-03'),
  'a renamed field': (model, at) => ({
    model: change(model, (fields) => {
      const picked = pick(fields, at)
      return fields.map((field) => (field === picked ? { ...field, name: `r${model.made}`, was: field.name } : field))
    }),
    drops: [],
  }),
  'a dropped field': (model, at) => {
    const picked = pick(model.entities[0]?.fields ?? [], at)
    const isLast = (model.entities[0]?.fields.length ?? 0) < 2
    return {
      model: change(model, (fields) => (isLast ? fields : fields.filter(({ name }) => name !== picked?.name))),
      drops: isLast ? [] : [`${model.entities[0]?.name}.${picked?.name}`],
    }
  },
  'a renamed entity': (model) => {
    const { made, entities } = settled(model)
    const [first, ...rest] = entities
    return {
      model: first ? { made, entities: [{ ...first, name: `Thing${made}`, was: first.name }, ...rest] } : model,
      drops: [],
    }
  },
  'a new entity': (model) => ({
    model: {
      ...settled(model),
      entities: [
        ...settled(model).entities,
        { name: `Other${model.made}`, fields: [{ name: 'label', type: 'type: text', value: 'x' }] },
      ],
    },
    drops: [],
  }),
  'more values': retyped(/^type: enum/, 'type: enum, values: [a, b, c], default: a'),
  'a wider decimal': retyped(/^type: decimal/, 'type: decimal, precision: 12, scale: 2'),
  'a field that may be empty now': (model, at) => ({
    model: change(model, (fields) => {
      const picked = pick(fields, at)
      return fields.map((field) =>
        field === picked && !field.type.includes('optional')
          ? { ...field, type: `${field.type}, optional: true` }
          : field,
      )
    }),
    drops: [],
  }),
}
