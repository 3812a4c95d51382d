import { lint } from '../../../packages/styles/src/grpc/testing/buf.ts'
import { oneByOne, type Reader } from '../reader.ts'

/** buf compiles each contract and holds it to its standard rules. */
export const buf: Reader = {
  name: 'buf',
  missing: () => null,
  read: oneByOne(async ({ grpc = {} }) => {
    const said = await lint(grpc).catch((error: unknown) => [{ type: 'COMPILE', message: String(error) }])
    return said.map(({ type, message }) => `${type}: ${message}`)
  }),
}
