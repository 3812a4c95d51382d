/** Mutants that no test can find out, for they mean the same; each with the reason. */
export interface Equivalent {
  readonly file: string
  /** Text of the line. */
  readonly on: string
  readonly before?: string
  readonly after?: string
  readonly why: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'condition.ts',
    on: 'const who = isEquality',
    before: 'isEquality',
    after: 'true',
    why: 'Cedar itself refuses to order principals, so only == and != come here.',
  },
  {
    file: 'compile.ts',
    on: "const place = policies[0]?.placeOf(0) ?? { file: 'charter.yaml'",
    why: 'Validation is never asked of no policy at all.',
  },
  {
    file: 'operand.ts',
    on: 'if (entity) return',
    before: 'entity',
    after: 'true',
    why: 'A charter whose relation leads to an entity that it does not have is refused before.',
  },
  {
    file: 'rule.ts',
    on: 'if (found) return found',
    before: 'found',
    after: 'true',
    why: 'Every type that a condition may look for inside an array has a form there.',
  },
  {
    file: 'policy.ts',
    on: 'const [first] = parts.errors',
    why: 'A failure of the parser always comes with an error.',
  },
  {
    file: 'cedar-schema.ts',
    on: 'for (let depth = 0; depth < relationDepthMax',
    before: '<',
    after: '<=',
    why: 'One step more only shows Cedar entities that no condition may reach.',
  },
  {
    file: 'compile-policy.ts',
    on: "refuse('A template'",
    why: 'Templates are set aside where a text is cut into policies, and a line of allow cannot be one.',
  },
  {
    file: 'compile.ts',
    on: 'validateAll(own, entity ? entitySchema',
    before: 'entity',
    after: 'false',
    why: 'The whole schema gives the same verdicts as its part, in more time.',
  },
  {
    file: 'compile.ts',
    on: 'charter.entities.find((each) => each.name === rule.entity)',
    before: '===',
    after: '!==',
    why: 'All entities of a charter have one source as yet.',
  },
]
