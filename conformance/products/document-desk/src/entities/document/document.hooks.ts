import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'

/** The test of scanners (EICAR), which every one of them finds. */
const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR')

/** Looks for what must not be in a file, across the edges of the pieces in which it comes. */
export const documentHooks: DeclaredHooks<Entities, 'Document', 'file'> = {
  file: async ({ file }) => {
    let last = Buffer.alloc(0)
    for await (const piece of file.read()) {
      const seen = Buffer.concat([last, piece as Buffer])
      if (seen.includes(eicar)) return { found: 'the test of scanners' }
      last = seen.subarray(-eicar.length)
    }
    return 'clean'
  },
}
