import { ConfigError } from '../settings/config-error.ts'
import type { ProtectedState } from '../store/state.ts'

/**
 * What was sealed at rest is read by its keys alone, and a replica that does not know of it would put new files where the others do not
 * look: once it was asked for, it stays. Rejects with a ConfigError where it is asked for no more.
 */
export const requireStillSealed = async (state: Pick<ProtectedState, 'readKeys'>): Promise<void> => {
  if ((await state.readKeys()).some(({ purpose }) => purpose === 'log'))
    throw new ConfigError(
      'This service has sealed what it keeps at rest, and reads it by its keys alone. Set CHARTER_AT_REST=encrypt, or write `atRest: encrypt` into the charter: it is not taken back.',
    )
}
