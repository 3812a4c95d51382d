import type { SoapSurface } from '@charter/styles'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import type { NodeStyle } from '../style.ts'
import { docComment, literal, stringLiteral } from '../text.ts'

/** One endpoint for all operations; what it is called stands in `src/surfaces/soap.ts`. */
export const soapStyle: NodeStyle = {
  name: 'soap',
  packages: ['saxes'],
  developmentPackages: [],
  files: (emitting) => [{ path: 'src/surfaces/soap.ts', text: surfaceFile(emitting), owner: 'shared' }],
  join: ({ charter }) =>
    code`await ${imported('./soap/soap.ts', 'soap')}(app, service, ${imported('./surfaces/soap.ts', 'soapNames')}, contract(${stringLiteral(`${charter.name}.wsdl`)}))`,
}

const surfaceFile = ({ header, surfaces }: Emitting): string =>
  sourceFile(
    header,
    code`
      ${docComment('Names of the SOAP service and its operations.')}
      export const soapNames: ${importedType('../soap/names.ts', 'SoapNames')} = ${literal(JSON.parse(JSON.stringify((surfaces.soap as SoapSurface).names)))}
    `,
  )
