import type { EmitContext } from '../emit-context.ts'
import { portsOf } from './settings.ts'

/** The address of the replicas inside the cluster. */
export const clusterServiceFile = (emitting: EmitContext): string => `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
  labels:
    app.kubernetes.io/name: {{ .Chart.Name }}
    app.kubernetes.io/instance: {{ .Release.Name }}
spec:
  selector:
    app.kubernetes.io/name: {{ .Chart.Name }}
    app.kubernetes.io/instance: {{ .Release.Name }}
  ports:
${portsOf(emitting)
  .map(({ name, port }) => `    - name: ${name}\n      port: ${port}\n      targetPort: ${name}\n`)
  .join('')}`
