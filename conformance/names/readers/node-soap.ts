import { join } from 'node:path'
import { createClientAsync } from 'soap'
import { inFolder } from '../in-folder.ts'
import type { Reader } from '../reader.ts'

/** node-soap reads each WSDL and describes its operations. */
export const nodeSoap: Reader = {
  name: 'node-soap',
  missing: () => null,
  read: async (all) => {
    const found: string[] = []
    for (const { seed, styles } of all) {
      const files = styles.soap ?? {}
      const said = await inFolder(files, async (folder) => {
        const [wsdl = ''] = Object.keys(files).filter((file) => file.endsWith('.wsdl'))
        const client = await createClientAsync(join(folder, wsdl))
        return Object.keys(client.describe() as object).length === 0 ? 'no service is described' : null
      }).catch((error: unknown) => String(error))
      if (said !== null) found.push(`seed ${seed}: ${said}`)
    }
    return found
  },
}
