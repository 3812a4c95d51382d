/** What several databases lose in the same words. `about`: how losses name the thing. */

export const renamed = (about: string, name: string, given: string) =>
  ({
    reason: 'name-changed',
    about,
    sentence: `${name} is served as ${given}: its own name is taken or cannot be written.`,
  }) as const

export const computed = (about: string, name: string) =>
  ({
    reason: 'generated-column',
    about,
    sentence: `${name} is computed by the database, so it can be read only.`,
  }) as const

/** A unique index over an expression or some rows. */
export const partlyUnique = (table: string, name: string) =>
  ({
    reason: 'expression-index',
    about: `${table}.${name}`,
    sentence: `The unique index ${name} covers an expression or some rows only; the charter does not say so, and the database refuses what breaks it.`,
  }) as const
