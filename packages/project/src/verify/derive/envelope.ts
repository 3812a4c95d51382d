import type { SoapSurface } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import type { Derivation } from './derivation.ts'

export const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const
export type Version = keyof typeof envelopes

/** An operation in SOAP: its address, and an element that asks for it; of a list, one that asks for one row. */
export interface SoapListing {
  readonly path: string
  readonly operation: string
  /** As the contract has it. */
  readonly action: string
  /** With what is in it; one row is asked for unless said. */
  request(content?: string): string
}

/** Null where the service speaks no SOAP, or does not offer it in SOAP. */
export const soapListing = (
  { styles }: Derivation,
  entity: string,
  kind: 'list' | 'create' | 'update' = 'list',
): SoapListing | null => {
  // The surface is the style's own plan.
  const surface = styles.find(({ style }) => style.name === 'soap')?.surface as SoapSurface | undefined
  const found = surface?.names.operations.find((each) => each.kind === kind && each.entity === entity)
  if (!surface || !found) return null
  const { path, namespace } = surface.names
  return {
    path,
    operation: found.name,
    action: `${namespace}/${found.name}`,
    request: (content = '<select><limit>1</limit></select>') =>
      `<${found.name} xmlns="${namespace}">${content}</${found.name}>`,
  }
}

export const envelope = (body: string, header = '', version: Version = '1.1'): string =>
  `<s:Envelope xmlns:s="${envelopes[version]}">${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`

export const mediaTypes: Readonly<Record<Version, string>> = { '1.1': 'text/xml', '1.2': 'application/soap+xml' }

/** A message as it is; what is `as` somebody has a token in a header of HTTP. */
export const message = (
  as: string | null,
  { path }: SoapListing,
  text: string,
  expect: Expect,
  version: Version = '1.1',
): Step => ({
  as,
  method: 'POST',
  path,
  headers: { 'content-type': `${mediaTypes[version]}; charset=utf-8` },
  text,
  expect,
})

/** A fault of whoever sent it. */
export const faulty = (version: Version, ...says: readonly string[]): Expect => ({
  status: version === '1.1' ? 500 : 400,
  says: [version === '1.1' ? '<faultcode>soap:Client<' : '<soap:Value>soap:Sender<', ...says],
})

export const soapScenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `soap.${id}`,
  title,
  cites: ['problems'],
  rows: 'any',
  writes: false,
  in: 'soap',
  steps,
})

/** Truth as XML Schema 1.1 part 2 spells it, section 3.3.2. */
export const truthForms = [
  ['false', false],
  ['true', true],
  ['0', false],
  ['1', true],
] as const
