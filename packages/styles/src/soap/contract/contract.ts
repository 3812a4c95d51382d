import type { SoapSurface } from '../surface.ts'
import { element, type Xml } from '../transport/write-xml.ts'
import { indented } from './indented.ts'
import { schemaOf } from './schema.ts'
import { typeNames } from './type-names.ts'
import { documentation } from './xsd-type.ts'

/** Where the service is until it is asked at another address, which then stands there. */
const placeholder = 'http://localhost:8080'

/** The contract: WSDL 1.1, document/literal wrapped (WS-I Basic Profile 1.1), bound to SOAP 1.1 and 1.2 over HTTP. */
export const wsdlOf = (surface: SoapSurface): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${indented(definitions(surface))}\n`

/** What the contract defines, on one line. */
export const definitions = (surface: SoapSurface): Xml => {
  const { names, description } = surface
  return element(
    'wsdl:definitions',
    [
      documentation(description)
        .replaceAll(/<\/?xs:annotation>/g, '')
        .replaceAll('xs:documentation', 'wsdl:documentation'),
      element('wsdl:types', schemaOf(surface, typeNames(surface))),
      ...names.operations.flatMap(({ name }) => [
        message(name, 'parameters', name),
        message(`${name}Response`, 'parameters', `${name}Response`),
      ]),
      message('Problem', 'problem', 'problem'),
      element('wsdl:portType', names.operations.map(({ name }) => portOperation(name)).join(''), {
        name: names.service,
      }),
      binding(surface, 'Soap11', 'soap'),
      binding(surface, 'Soap12', 'soap12'),
      element('wsdl:service', port(surface, 'Soap11', 'soap') + port(surface, 'Soap12', 'soap12'), {
        name: names.service,
      }),
    ].join(''),
    {
      name: names.service,
      targetNamespace: names.namespace,
      'xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
      'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
      'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
      'xmlns:tns': names.namespace,
    },
  )
}

const message = (name: string, part: string, of: string): Xml =>
  element('wsdl:message', element('wsdl:part', '', { name: part, element: `tns:${of}` }), { name })

const portOperation = (name: string): Xml =>
  element(
    'wsdl:operation',
    element('wsdl:input', '', { message: `tns:${name}` }) +
      element('wsdl:output', '', { message: `tns:${name}Response` }) +
      element('wsdl:fault', '', { name: 'Problem', message: 'tns:Problem' }),
    { name },
  )

const binding = ({ names }: SoapSurface, ending: string, prefix: 'soap' | 'soap12'): Xml => {
  const literal = element(`${prefix}:body`, '', { use: 'literal' })
  const operations = names.operations.map(({ name }) =>
    element(
      'wsdl:operation',
      element(`${prefix}:operation`, '', { soapAction: `${names.namespace}/${name}`, style: 'document' }) +
        element('wsdl:input', literal) +
        element('wsdl:output', literal) +
        element('wsdl:fault', element(`${prefix}:fault`, '', { name: 'Problem', use: 'literal' }), { name: 'Problem' }),
      { name },
    ),
  )
  const transport = element(`${prefix}:binding`, '', {
    style: 'document',
    transport: 'http://schemas.xmlsoap.org/soap/http',
  })
  return element('wsdl:binding', transport + operations.join(''), {
    name: `${names.service}${ending}`,
    type: `tns:${names.service}`,
  })
}

const port = ({ names }: SoapSurface, ending: string, prefix: string): Xml =>
  element('wsdl:port', element(`${prefix}:address`, '', { location: `${placeholder}${names.path}` }), {
    name: `${names.service}${ending}Port`,
    binding: `tns:${names.service}${ending}`,
  })
