import { lint } from '../../../packages/styles/src/grpc/testing/buf.ts'
import type { Reader } from '../reader.ts'

/** buf compiles each contract and holds it to its standard rules. */
export const buf: Reader = {
  name: 'buf',
  missing: () => null,
  read: async (all) => {
    const found: string[] = []
    for (const { seed, styles } of all) {
      const said = await lint(styles.grpc ?? {}).catch((error: unknown) => [
        { type: 'COMPILE', message: String(error) },
      ])
      found.push(...said.map(({ type, message }) => `seed ${seed}: ${type}: ${message}`))
    }
    return found
  },
}
