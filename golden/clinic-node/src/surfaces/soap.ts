// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import type { SoapNames } from '../soap/names.ts'

/** Names of the SOAP service and its operations. */
export const soapNames: SoapNames = JSON.parse(readFileSync(new URL('./soap.json', import.meta.url), 'utf8'))
