import {
  type Charter,
  charterDiagnostics,
  createReporter,
  isTrueAt,
  member,
  type Setting,
  type StyleSettings,
  settingsOf,
  shapes,
  type Tree,
  textAt,
} from '@charter/charter'

/** What a document may ask at most, and which documents are taken. What is left out is the style's own default. */
export interface GraphqlSettings {
  /** Levels of selections. */
  readonly depth?: number
  /** Cost of a document before it is run, by `@cost` and `@listSize`. */
  readonly cost?: number
  /** Whether clients may ask for the schema; left out: in development alone. */
  readonly introspection?: boolean
  /** `also`: documents of the manifest may be named by hash; `only`: no others are taken. */
  readonly persisted?: 'only' | 'also'
}

export const graphqlSettings = (charter: Pick<Charter, 'settings'>): GraphqlSettings =>
  settingsOf<GraphqlSettings>(charter, 'graphql')

const { boolean, choice, number, object } = shapes

const limits: Setting<GraphqlSettings> = {
  shape: object('`graphql`', {
    depth: number,
    cost: number,
    introspection: boolean,
    persisted: choice('only', 'also'),
  }),
  read: (tree) => {
    const { report, found } = createReporter(charterDiagnostics)
    const countAt = (name: 'depth' | 'cost'): number | undefined => {
      const written = member(tree, name)
      const count = written && countOf(written)
      if (written && count === undefined)
        report('bad-bounds', written, { what: `\`graphql.${name}\` is a whole number of at least 1.` })
      return count
    }
    const [depth, cost, persisted] = [countAt('depth'), countAt('cost'), textAt(tree, 'persisted')]
    const value = {
      ...(depth !== undefined && { depth }),
      ...(cost !== undefined && { cost }),
      ...(member(tree, 'introspection') && { introspection: isTrueAt(tree, 'introspection') }),
      ...((persisted === 'only' || persisted === 'also') && ({ persisted } as const)),
    }
    return { value, diagnostics: found }
  },
}

const countOf = (tree: Tree): number | undefined =>
  tree.kind === 'scalar' && typeof tree.value === 'number' && Number.isSafeInteger(tree.value) && tree.value > 0
    ? tree.value
    : undefined

/** `graphql: { depth, cost, introspection, persisted }` of a charter. */
export const settings: StyleSettings = { charter: limits }
