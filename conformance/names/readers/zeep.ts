import { join } from 'node:path'
import { complaintOf, inFolder, isThere } from '../in-folder.ts'
import type { Reader } from '../reader.ts'

const python = '/usr/bin/python3'

/** zeep reads each WSDL and makes every type that it declares. */
export const zeep: Reader = {
  name: 'zeep',
  missing: () =>
    isThere(python, ['-c', 'import zeep']) ? null : 'zeep is not installed: apt-get install python3-zeep',
  read: async (all) => {
    const found: string[] = []
    for (const { seed, styles } of all) {
      const files = styles.soap ?? {}
      const said = await inFolder(files, (folder) =>
        complaintOf(python, ['-c', readAll, ...Object.keys(files).map((file) => join(folder, file))]),
      )
      if (said !== null) found.push(`seed ${seed}: ${said}`)
    }
    return found
  },
}

const readAll = `
import sys, zeep
for file in sys.argv[1:]:
    if file.endswith(".wsdl"):
        client = zeep.Client(file)
        for type in client.wsdl.types.types:
            type.signature(schema=client.wsdl.types)
        for service in client.wsdl.services.values():
            for port in service.ports.values():
                for operation in port.binding._operations.values():
                    operation.input.signature()
`
