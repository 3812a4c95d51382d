import type { SoapSurface } from '@charter/styles'
import { code, imported, importedType } from '../../code.ts'
import { surfaceFiles } from '../files/surface.ts'
import { defineNodeStyle } from '../style.ts'
import { stringLiteral } from '../text.ts'

/** One endpoint for all operations; what it is called stands in `src/surfaces/soap.json`. */
export const soap = defineNodeStyle({
  name: 'soap',
  packages: ['saxes'],
  developmentPackages: [],
  files: (emitting) =>
    surfaceFiles(emitting, {
      style: 'soap',
      constant: 'soapNames',
      type: importedType('../soap/names.ts', 'SoapNames'),
      says: 'Names of the SOAP service and its operations.',
      data: (emitting.surfaces.soap as SoapSurface).names,
    }),
  join: ({ charter }) =>
    code`await ${imported('./soap/soap.ts', 'soap')}(app, service, ${imported('./surfaces/soap.ts', 'soapNames')}, () => ${imported('./contract.ts', 'contract')}(${stringLiteral(`${charter.name}.wsdl`)}))`,
})
