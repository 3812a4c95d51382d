import type { Expect, Scenario, Step } from '../scenario.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'
import {
  envelope,
  envelopes,
  faulty,
  mediaTypes,
  message,
  type SoapListing,
  soapListing,
  soapScenario,
  type Version,
} from './envelope.ts'

/** What senders of envelopes do that our own client never does. */
export const envelopeScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  const soap = asked && soapListing(deriving, asked.entity)
  if (!soap) return []
  const { bodyBytesMax } = deriving.model.limits
  return [
    soapScenario('envelopes', 'an envelope of either version is read, however it is written', taken(asked, soap)),
    soapScenario(
      'envelopes.wrong',
      'what is no envelope, or one too many things, is refused by name',
      wrong(asked, soap),
    ),
    {
      ...soapScenario(
        'envelopes.counted',
        'what is no envelope, and what asks for nothing that is here, is on record',
        [
          message(asked.role, soap, 'not XML', faulty('1.1')),
          message(asked.role, soap, envelope(soap.request().replaceAll(soap.operation, 'Unknown')), faulty('1.1')),
        ],
      ),
      start: {
        env: {},
        says: [],
        records: ['malformed', 'not-found'].map((reason) => `"soap"[^\\n]*"${reason}"|"${reason}"[^\\n]*"soap"`),
      },
    },
    soapScenario(
      'envelopes.headers',
      'a header block that must be understood and is not is a fault of its own',
      headers(asked, soap),
    ),
    soapScenario(
      'envelopes.bounds',
      'a message is bounded in depth, elements, attributes and bytes',
      bounds(asked, soap, bodyBytesMax),
    ),
    soapScenario('envelopes.carriers', 'what is no XML at all has the statuses of HTTP', carriers(asked, soap)),
    soapScenario(
      'envelopes.action',
      'a message whose action is another than its body’s is not taken',
      actions(asked, soap),
    ),
    soapScenario('requests.wrong', 'what of a request cannot be read is named, all at once', requests(asked, soap)),
    soapScenario('requests.forms', 'truth is written in two ways', forms(asked, soap)),
  ]
}

const taken = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const answered = (version: Version) => ({
    status: 200,
    headers: {
      'content-type': { equals: `${mediaTypes[version]}; charset=utf-8` },
      'cache-control': { equals: 'no-store' },
    },
    says: [`<${soap.operation}Response`, `xmlns:soap="${envelopes[version]}"`],
  })
  const ask = (text: string, version: Version = '1.1') => message(role, soap, text, answered(version), version)
  const good = envelope(soap.request())
  return [
    ask(good),
    ask(envelope(soap.request(), '', '1.2'), '1.2'),
    // The envelope says which version it is.
    message(role, soap, envelope(soap.request(), '', '1.2'), answered('1.2'), '1.1'),
    ask(`\uFEFF${good}`),
    ...['UTF-8', 'utf-8', 'utf8'].map((encoding) => ask(`<?xml version="1.0" encoding="${encoding}"?>\n${good}`)),
    ask(good.replace('<s:Body>', '<s:Body><!-- one --><?two?>')),
    ask(envelope(soap.request('<select><limit><![CDATA[1]]></limit></select>'))),
    ask(
      envelope(soap.request(), '<x:a xmlns:x="urn:x" s:mustUnderstand="0"/><x:b xmlns:x="urn:x" mustUnderstand="1"/>'),
    ),
    ask(envelope(soap.request(), '<x:Security xmlns:x="urn:x"/><x:Security xmlns:x="urn:x"/>')),
    ask(envelope(soap.request(`<select a="1" b="2" xmlns:c="urn:c" c:a="3"><limit>1</limit></select>`))),
  ]
}

const wrong = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const good = envelope(soap.request())
  const document = 'not a document that is taken here'
  const isNone = 'not an envelope of SOAP 1.1 or 1.2'
  const oneElement = 'must hold one element'
  const refused: readonly (readonly [says: string, text: string])[] = [
    ['A document type (DTD) is not taken', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${good}`],
    ['Send the envelope in UTF-8.', `<?xml version="1.0" encoding="ISO-8859-1"?>${good}`],
    ['Send the envelope in UTF-8.', `<?xml version="1.0" encoding='UTF-16'?>${good}`],
    [document, 'not XML'],
    [document, ''.padEnd(3)],
    [document, good.replace('</s:Body>', '')],
    [document, `${good}<a/>`],
    [document, good.replace('<s:Body>', '<s:Body>&unknown;')],
    [isNone, good.replaceAll('s:Envelope', 's:Message')],
    [isNone, soap.request()],
    [oneElement, envelope('')],
    [oneElement, good.replaceAll('s:Body', 's:Content')],
    [oneElement, envelope(soap.request() + soap.request())],
    ['There is no operation', envelope(soap.request().replaceAll(soap.operation, 'Unknown'))],
    ['There is no operation', envelope(soap.request().replace('xmlns="', 'xmlns="urn:another:'))],
  ]
  return [
    ...refused.map(([says, text]) => message(role, soap, text, faulty('1.1', says))),
    message(role, soap, envelope('', '', '1.2'), faulty('1.2', oneElement)),
    message(role, soap, 'not XML', faulty('1.2', document), '1.2'),
    {
      ...message(role, soap, '', faulty('1.1', 'Send a SOAP envelope in UTF-8.')),
      // A byte that no character begins with.
      bytes: Buffer.from(good.replace('<s:Body>', '<s:Body>\xff'), 'latin1').toString('base64'),
    },
  ]
}

const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

const headers = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const block = (attribute: string): string => `<x:a xmlns:x="urn:x" s:mustUnderstand="${attribute}"/>`
  const says = ['soap:MustUnderstand<', 'The header block a is not understood here.']
  const named = '<soap:NotUnderstood qname="of:a" xmlns:of="urn:x"/>'
  const other = (version: Version): string => envelope(soap.request(), '', version).replace(envelopes[version], 'urn:x')
  const versions = ['<soap:Upgrade><soap:SupportedEnvelope qname="of:Envelope"', '<soap:Value>soap:VersionMismatch<']
  const two = `<w:Security xmlns:w="${security}"/>`.repeat(2)
  return [
    message(role, soap, envelope(soap.request(), block('1')), { status: 500, says }),
    message(role, soap, envelope(soap.request(), block('true'), '1.2'), { status: 500, says: [...says, named] }, '1.2'),
    message(role, soap, other('1.1'), { status: 500, says: ['<faultcode>soap:VersionMismatch<'] }),
    message(role, soap, other('1.2'), { status: 500, says: versions }, '1.2'),
    message(role, soap, envelope(soap.request(), `<x:b xmlns:x="urn:x"/>${block('1')}`), { status: 500, says }),
    message(role, soap, envelope(soap.request(), two), {
      status: 500,
      says: ['>wsse:InvalidSecurity<', 'one Security header'],
    }),
  ]
}

const bounds = ({ role }: ListedEntity, soap: SoapListing, bodyBytesMax: number): readonly Step[] => {
  const inside = (content: string): string => envelope(soap.request(`<select><limit>1</limit></select>${content}`))
  const attributes = (count: number): string => Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('')
  return [
    message(role, soap, inside('<a>'.repeat(94) + '</a>'.repeat(94)), faulty('1.1', 'nested at most 96 deep')),
    message(role, soap, inside(`<a${attributes(33)}/>`), faulty('1.1', 'at most 32 attributes')),
    ...(bodyBytesMax > 401_000
      ? [message(role, soap, inside('<a/>'.repeat(100_001)), faulty('1.1', 'at most 100000 elements'))]
      : []),
    message(role, soap, envelope(soap.request()) + ' '.repeat(bodyBytesMax), { status: 413 }),
  ]
}

const attached = [
  ['text/xml', '1.1'],
  ['application/soap+xml', '1.2'],
] as const

/** Whoever stands before a service may judge by the action, and the service does by the body. */
const actions = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const answered = { status: 200, says: [`<${soap.operation}Response`] }
  const other = (version: Version): Expect => faulty(version, 'The action of the message is')
  const ask = (headers: Readonly<Record<string, string>>, expect: Expect, version: Version = '1.1'): Step => {
    const step = message(role, soap, envelope(soap.request(), '', version), expect, version)
    return { ...step, headers: { ...step.headers, ...headers } }
  }
  const inType = (action: string) => ({ 'content-type': `${mediaTypes['1.2']}; charset=utf-8; action=${action}` })
  return [
    ...[`"${soap.action}"`, soap.action, '""', ''].map((soapaction) => ask({ soapaction }, answered)),
    ...[`"${soap.action}x"`, `"${soap.operation}"`, '"urn:x"'].map((soapaction) => ask({ soapaction }, other('1.1'))),
    ask(inType(`"${soap.action}"`), answered, '1.2'),
    ask(inType('"urn:x"'), other('1.2'), '1.2'),
  ]
}

const carriers = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => [
  {
    as: role,
    method: 'POST',
    path: soap.path,
    headers: { 'content-type': 'application/json' },
    text: envelope(soap.request()),
    expect: { status: 415 },
  },
  ...attached.map(
    ([type, version]): Step => ({
      as: role,
      method: 'POST',
      path: soap.path,
      headers: { 'content-type': `multipart/related; boundary=b; type="application/xop+xml"; start-info="${type}"` },
      text: `--b\r\ncontent-type: application/xop+xml; type="${type}"\r\n\r\n${envelope(soap.request(), '', version)}\r\n--b--\r\n`,
      expect: faulty(version, 'Messages with attachments (MTOM, multipart/related) are not read here.'),
    }),
  ),
  { as: role, method: 'PUT', path: soap.path, text: 'a', expect: { status: [404, 405] } },
  message(null, soap, envelope(soap.request()), faulty('1.1', '<code>unauthenticated</code>')),
  message(null, soap, envelope(soap.request(), '', '1.2'), faulty('1.2', '<code>unauthenticated</code>'), '1.2'),
  message(null, soap, 'not XML', faulty('1.1', '<code>unauthenticated</code>')),
]

const nil = '<value xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'

/** Each with where it is told. */
const requests = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const where = (attributes: string, values = '<value>1</value>'): string =>
    `<filter><where ${attributes}>${values}</where></filter>`
  const bad: readonly (readonly [path: string, code: string, content: string])[] = [
    ['/selected', 'unknown', '<selected/>'],
    ['/idempotencyKey', 'format', '<idempotencyKey>a b</idempotencyKey>'],
    ['/idempotencyKey', 'format', '<idempotencyKey/>'],
    ['/idempotencyKey', 'format', `<idempotencyKey>${'a'.repeat(256)}</idempotencyKey>`],
    ['/select', 'duplicate', '<select/><select/>'],
    ['/select/limit', 'duplicate', '<select><limit>1</limit><limit>2</limit></select>'],
    ['/select/aggregate/sum', 'duplicate', '<select><aggregate><sum/><sum/></aggregate></select>'],
    ['/select/page', 'unknown', '<select><page>1</page></select>'],
    ['/select/limit', 'wrong-type', '<select><limit>one</limit></select>'],
    ['/select/limit', 'wrong-type', '<select><limit>-1</limit></select>'],
    ['/select/limit', 'wrong-type', '<select><limit>1234567890</limit></select>'],
    ['/select/count', 'wrong-type', '<select><count>maybe</count></select>'],
    ['/select/include/unknown', 'unknown', '<select><include><unknown/></include></select>'],
    ['/select/filter', 'wrong-type', '<select><filter/></select>'],
    ['/select/filter', 'wrong-type', `<select>${where('field="a"').replace('<filter>', '<filter><and/>')}</select>`],
    ['/select/filter', 'unknown', '<select><filter><xor/></filter></select>'],
    ['/select/filter/field', 'wrong-type', `<select>${where('op="eq"')}</select>`],
    ['/select/filter/op', 'wrong-type', `<select>${where('field="a" op="near"')}</select>`],
    [
      '/select/filter/value',
      'wrong-type',
      `<select>${where('field="a" op="eq"', '<value>1</value><value>2</value>')}</select>`,
    ],
    ['/select/filter/value', 'wrong-type', `<select>${where('field="a"', '')}</select>`],
    ['/select/filter/value', 'wrong-type', `<select>${where('field="a" op="like"', '')}</select>`],
    ['/select/filter/value', 'wrong-type', `<select>${where('field="a" op="like"', nil)}</select>`],
    ...['<value>maybe</value>', '<value>true</value><value>true</value>', nil].map(
      (values) =>
        ['/select/filter/value', 'wrong-type', `<select>${where('field="a" op="isNull"', values)}</select>`] as const,
    ),
    ['/select/sort/descending', 'wrong-type', '<select><sort><by descending="yes">a</by></sort></select>'],
    ['/select/aggregate/median', 'unknown', '<select><aggregate><median/></aggregate></select>'],
  ]
  return bad.map(([path, code, content]) =>
    message(
      role,
      soap,
      envelope(soap.request(content)),
      faulty('1.1', '<code>invalid-input</code>', `>${path}<`, `<code>${code}</code>`),
    ),
  )
}

const forms = ({ role }: ListedEntity, soap: SoapListing): readonly Step[] => {
  const counting = (text: string, expect: Step['expect']): Step =>
    message(role, soap, envelope(soap.request(`<select><limit>1</limit><count>${text}</count></select>`)), expect)
  const counted = { status: 200, says: ['<count>'] }
  const uncounted = { status: 200, lacks: ['<count>'] }
  return [counting('true', counted), counting('1', counted), counting('false', uncounted), counting('0', uncounted)]
}
