import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClinicOptions } from './clinic.ts'
import { audience, entityId, recipient } from './identity-provider.ts'
import { type Answer, type Clinic, clinicAccepting, serveClinic } from './sign-in.ts'

export interface SamlClinic extends Clinic {
  /** Posts the form; a text is the assertion in it. */
  exchange(asked: string | Buffer | Readonly<Record<string, string>>): Promise<Answer>
  /** `ok`, or the error with its sentence. */
  outcome(assertion: string | Buffer): Promise<string>
}

export const grantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const secret = Buffer.alloc(32, 3).toString('base64url')

/** The environment of a service that takes assertions of nobody, whatever its charter accepts. */
export const nobodyAsserts = { SAML_ISSUER: '', SAML_CERT: '', SAML_AUDIENCE: '', SAML_RECIPIENT: '' }

/** A clinic that takes assertions of the provider whose keys are in `pem`. */
export const serveSamlClinic = async (pem: string, { env, ...opening }: ClinicOptions = {}): Promise<SamlClinic> => {
  const folder = mkdtempSync(join(tmpdir(), 'saml-clinic-'))
  const file = join(folder, 'idp.pem')
  writeFileSync(file, pem)
  const clinic = await serveClinic({
    text: clinicAccepting('saml', 'api-key'),
    ...opening,
    env: {
      // Attacks by the hundred come from one address.
      RATE_FAILED_SIGN_INS: '100000',
      SAML_ISSUER: entityId,
      SAML_CERT: file,
      SAML_AUDIENCE: audience,
      SAML_RECIPIENT: recipient,
      CHARTER_SECRET: secret,
      ...env,
    },
  })
  const exchange: SamlClinic['exchange'] = (asked) => {
    const fields =
      typeof asked === 'string' || Buffer.isBuffer(asked)
        ? { grant_type: grantType, assertion: Buffer.from(asked as string).toString('base64url') }
        : asked
    return clinic.send('/oauth2/token', {}, { method: 'POST', body: new URLSearchParams(fields) })
  }
  return {
    ...clinic,
    exchange,
    outcome: async (assertion) => {
      const { status, body } = await exchange(assertion)
      return status === 200 ? 'ok' : `${body.error}: ${body.error_description}`
    },
    close: async () => {
      await clinic.close()
      rmSync(folder, { recursive: true })
    },
  }
}
