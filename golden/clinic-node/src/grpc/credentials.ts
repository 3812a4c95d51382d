import { statSync } from 'node:fs'
import { ServerCredentials } from '@grpc/grpc-js'
import { type TlsConfig, tlsOptions } from '../runtime/service/index.ts'

const lookMs = 30_000

/** TLS as the HTTP listener has it, its certificate taken up again when it is renewed, until `stop`. */
export const renewedCredentials = (
  config: TlsConfig,
  onFault: (error: unknown) => void,
  everyMs = lookMs,
): { readonly credentials: ServerCredentials; stop(): void } => {
  const credentials = new RenewedCredentials(config)
  let seen = stampOf(config)
  const timer = setInterval(() => {
    try {
      const now = stampOf(config)
      if (now === seen) return
      credentials.renew(config)
      seen = now
    } catch (error) {
      onFault(error)
    }
  }, everyMs)
  timer.unref()
  return { credentials, stop: () => clearInterval(timer) }
}

const stampOf = ({ certificateFile, keyFile }: TlsConfig): string =>
  [certificateFile, keyFile].map((file) => statSync(file).mtimeMs).join()

/** grpc-js gives contexts to those who hold its credentials: a subclass is its way to a least version and to new keys. */
class RenewedCredentials extends ServerCredentials {
  constructor(config: TlsConfig) {
    super({}, tlsOptions(config))
  }

  renew(config: TlsConfig): void {
    this.updateSecureContextOptions(tlsOptions(config))
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other
  }
}
