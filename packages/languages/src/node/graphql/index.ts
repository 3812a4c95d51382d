import { code, imported, importedType } from '../../code.ts'
import { surfaceFiles } from '../files/surface.ts'
import { defineNodeStyle } from '../style.ts'

/** One address, and the plan of it as data. */
export const graphql = defineNodeStyle({
  name: 'graphql',
  packages: ['fastify', 'graphql', 'ws'],
  developmentPackages: ['@types/ws'],
  files: (emitting) =>
    surfaceFiles(emitting, {
      style: 'graphql',
      constant: 'graphqlSurface',
      type: importedType('../graphql/surface.ts', 'GraphqlSurface'),
      says: 'What the schema calls the parts of the service.',
      data: emitting.surfaces.graphql as object,
    }),
  join: () =>
    code`${imported('./graphql/graphql.ts', 'graphqlRoutes')}(app, ${imported('./surfaces/graphql.ts', 'graphqlSurface')}, service)`,
})
