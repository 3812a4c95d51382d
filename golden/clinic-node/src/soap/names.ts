/** The names of a SOAP service: all of its plan that a server needs beside the model. */
export interface SoapNames {
  /** `Clinic`: of the service, and the last step of its path. */
  readonly service: string
  /** Target namespace; changes with the major version only. */
  readonly namespace: string
  /** `/soap/Clinic` */
  readonly path: string
  readonly operations: readonly SoapOperation[]
}

export interface SoapOperation {
  /** Of the element in the body: `GetPatient`. Its answer is `GetPatientResponse`. */
  readonly name: string
  readonly kind: SoapOperationKind
  /** `Patient.read`, or a custom operation's own name. */
  readonly operation: string
  /** Whose rows it is about; absent for an operation on none. */
  readonly entity?: string
}

export type SoapOperationKind =
  | 'create'
  | 'read'
  | 'replace'
  | 'update'
  | 'delete'
  | 'list'
  | 'audit'
  | 'aggregate'
  | 'custom'

/** SOAP 1.1 (W3C Note, May 2000) and SOAP 1.2 (W3C Recommendation, second edition). */
export const envelopeNamespaces = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

export type SoapVersion = keyof typeof envelopeNamespaces

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** OASIS Web Services Security: SOAP Message Security 1.1. */
export const securityNamespace = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

export const mediaTypes: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml',
  '1.2': 'application/soap+xml',
}
