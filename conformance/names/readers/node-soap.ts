import { join } from 'node:path'
import { createClientAsync } from 'soap'
import { inFolder } from '../in-folder.ts'
import { oneByOne, type Reader } from '../reader.ts'

/** node-soap reads each WSDL and describes its operations. */
export const nodeSoap: Reader = {
  name: 'node-soap',
  missing: () => null,
  read: oneByOne(({ soap = {} }) =>
    inFolder(soap, async (folder) => {
      const [wsdl = ''] = Object.keys(soap).filter((file) => file.endsWith('.wsdl'))
      const client = await createClientAsync(join(folder, wsdl))
      return Object.keys(client.describe() as object).length === 0 ? ['no service is described'] : []
    }).catch((error: unknown) => [String(error)]),
  ),
}
