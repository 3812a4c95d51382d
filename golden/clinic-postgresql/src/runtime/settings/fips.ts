import { getFips } from 'node:crypto'
import type { ServiceModel } from '../call/model.ts'

/** Whether everything that this process does in cryptography goes through OpenSSL's FIPS provider. */
export const hasFipsProvider = (): boolean => getFips() === 1

/** What keeps a service whose charter says `crypto: fips` from starting; null where nothing does. */
export const fipsMistake = (crypto: ServiceModel['crypto'], isActive: () => boolean): string | null =>
  crypto === 'fips' && !isActive()
    ? 'The charter says `crypto: fips`, and this Node does not use a validated provider. Install OpenSSL’s FIPS provider, name its configuration with OPENSSL_CONF, and start Node with --force-fips; or take `crypto: fips` out of the charter.'
    : null
