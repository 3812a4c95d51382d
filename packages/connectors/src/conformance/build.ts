import type { Charter, Entity, Field, Relation } from '@charter/charter'
import { defaultLimits, type Rule, type ServiceModel, type Type } from '@charter/runtime'

const place = { file: 'charter.yaml', line: 1, column: 1 }

export const field = (name: string, type: Type, more: Partial<Field> = {}): Field => ({
  place,
  id: name,
  name,
  type,
  isOptional: false,
  isUnique: false,
  isReadOnly: false,
  isImmutable: false,
  ...more,
})

export const relation = (
  name: string,
  more: Pick<Relation, 'kind' | 'target' | 'from' | 'to'> & Partial<Relation>,
): Relation => ({ place, id: name, name, isOwned: false, isOptional: false, ...more })

export const entity = (name: string, fields: readonly Field[], more: Partial<Entity> = {}): Entity => ({
  place,
  id: name,
  name,
  plural: `${name}s`,
  key: ['id'],
  fields,
  relations: [],
  unique: [],
  checks: [],
  isReadOnly: false,
  isShared: false,
  source: 'main',
  allow: [],
  ...more,
})

/** A charter over one owned database, built by hand where a test needs no document. */
export const charterOf = (database: string, entities: readonly Entity[], more: Partial<Charter> = {}): Charter => ({
  name: 'sample',
  title: 'Sample',
  version: '1.0.0',
  serves: ['rest'],
  frameworks: [],
  sources: [{ place, name: 'main', kind: 'own', database }],
  settings: {},
  access: { accepts: [], roles: [], principal: [], mfa: [] },
  types: {},
  entities,
  routes: [],
  operations: [],
  internal: [],
  policies: [],
  limits: defaultLimits,
  questions: [],
  places: {},
  ...more,
})

/** As much of a model as a connector's `render` reads. */
export const modelOf = (charter: Charter, rules: readonly Rule[] = []): ServiceModel => ({
  name: charter.name,
  title: charter.title,
  version: charter.version,
  digest: '',
  entities: charter.entities.map((each) => ({
    name: each.name,
    key: each.key,
    fields: [],
    relations: [],
    offers: [],
    unique: [],
    checks: [],
    source: each.source,
    isOwned: charter.sources.some((source) => source.name === each.source && source.kind === 'own'),
  })),
  operations: [],
  internal: [],
  types: {},
  access: { accepts: [], roles: [], principal: charter.access.principal, rules, mfa: [] },
  limits: charter.limits,
})
