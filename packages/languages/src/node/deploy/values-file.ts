import type { EmitContext } from '../emit-context.ts'
import { needsServer, settingsOf } from './settings.ts'

/** `values.yaml` of the chart: what each place has its own of. */
export const valuesFile = (emitting: EmitContext): string => `image:
  repository: ${emitting.charter.name}
  tag: ""  # the chart's appVersion

${replicas(emitting)}
# Plain HTTP inside the cluster: what stands before the service ends TLS.
environment:
  CHARTER_BEHIND: tls-proxy
${settingsOf(emitting)
  .filter(({ isSecret }) => !isSecret)
  .map(({ name, words }) => `  ${name}: ""  # ${words}\n`)
  .join('')}
# A Secret that you make, with ${secretsOf(emitting).join(' and ')}.
secretName: ${emitting.charter.name}

# Keys, records that are still to be sent${needsServer(emitting) ? '' : ', and the database'}: each replica has its own.
data:
  size: 1Gi
  storageClassName: null  # the cluster's own

resources:
  requests: { cpu: 100m, memory: 256Mi }
  limits: { memory: 512Mi }
`

const replicas = (emitting: EmitContext): string =>
  needsServer(emitting) ? 'replicas: 2\n' : '# Rows are in a file of its own: one replica, no more.\nreplicas: 1\n'

const secretsOf = (emitting: EmitContext): readonly string[] => [
  ...settingsOf(emitting).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
  ...(needsServer(emitting) ? ['DATABASE_URL'] : []),
]
