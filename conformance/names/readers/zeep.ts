import { join } from 'node:path'
import { complaintsOf, inFolder, isThere } from '../in-folder.ts'
import { oneByOne, type Reader } from '../reader.ts'

const python = '/usr/bin/python3'

/** zeep reads each WSDL and makes every type that it declares. */
export const zeep: Reader = {
  name: 'zeep',
  missing: () =>
    isThere(python, ['-c', 'import zeep']) ? null : 'zeep is not installed: apt-get install python3-zeep',
  read: oneByOne(({ soap = {} }) =>
    inFolder(soap, (folder) =>
      complaintsOf(python, ['-c', readAll, ...Object.keys(soap).map((file) => join(folder, file))]),
    ),
  ),
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
