import type { GeneratedFile, GenerateInput } from '@charter/charter'
import type { Json } from '@charter/runtime'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import type { NodeStyle } from '../style.ts'
import { docComment, literal } from '../text.ts'

/** One address, and the plan of it as data. */
export const graphqlStyle: NodeStyle = {
  name: 'graphql',
  packages: ['fastify', 'graphql', 'ws'],
  developmentPackages: ['@types/ws'],
  files: (emitting) => graphqlFiles(emitting),
  join: () =>
    code`${imported('./graphql/graphql.ts', 'graphqlRoutes')}(app, ${imported('./surfaces/graphql.ts', 'graphqlSurface')}, service)`,
}

const graphqlFiles = (emitting: Emitting): readonly GeneratedFile[] => {
  const surface = surfaceOf(emitting)
  if (surface === null) return []
  return [{ path: 'src/surfaces/graphql.ts', text: surfaceFile(emitting, surface), owner: 'shared' }]
}

// A surface is plain data, which its interface does not say.
const surfaceOf = ({ surfaces }: Pick<GenerateInput, 'surfaces'>): Json | null =>
  (surfaces.graphql as Json | undefined) ?? null

const surfaceFile = ({ header }: Emitting, surface: Json): string =>
  sourceFile(
    header,
    code`
      ${docComment('What the schema calls the parts of the service.')}
      export const graphqlSurface: ${importedType('../graphql/surface.ts', 'GraphqlSurface')} = ${literal(surface)}
    `,
  )
