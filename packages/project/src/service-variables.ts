import type { Environment } from '@charter/runtime/service'
import { stylePrefixes } from './style-environment.ts'

/**
 * What a generated service reads of its environment (docs/operating.md), but for where it listens and in which mode, which whoever
 * starts it decides. `HOST` is a name of this machine in many shells.
 */
const ours =
  /^(?:CHARTER_(?:ALLOW_DDL|AT_REST|BEHIND|DATA|KEYS|SECRET|VOLUME)|FILES|(?:DATABASE|STATE|FILES|TLS|JWT|JWKS|TRUSTED|RATE|JOBS|WEBHOOKS|OTEL|LOG|METRICS|GATEWAY|SAML|LEDGER|VAULT|AWS|AZURE|GOOGLE|CLOUDSDK|OCI)_[A-Z0-9_]+)$/

const isOfStyle = (name: string): boolean =>
  stylePrefixes.some((prefix) => name.startsWith(prefix) && /^[A-Z0-9_]+$/.test(name))

/** The variables of an environment that are a generated service's; the rest is nothing that its code has to know. */
export const serviceVariables = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => ours.test(name) || isOfStyle(name)))
