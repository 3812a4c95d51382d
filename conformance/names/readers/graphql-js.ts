import { buildSchema, validateSchema } from 'graphql'
import type { Reader } from '../reader.ts'

/** graphql-js builds and validates each schema. */
export const graphqlJs: Reader = {
  name: 'graphql-js',
  missing: () => null,
  read: async (all) =>
    all.flatMap(({ seed, styles }) =>
      Object.values(styles.graphql ?? {}).flatMap((text) => {
        try {
          return validateSchema(buildSchema(text)).map(({ message }) => `seed ${seed}: ${message}`)
        } catch (error) {
          return [`seed ${seed}: ${String(error)}`]
        }
      }),
    ),
}
