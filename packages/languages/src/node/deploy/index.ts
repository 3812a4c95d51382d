import type { EmitContext } from '../emit-context.ts'
import { chartFile } from './chart-file.ts'
import { composeFile } from './compose-file.ts'
import { clusterServiceFile } from './service-file.ts'
import { statefulSetFile } from './stateful-set-file.ts'
import { valuesFile } from './values-file.ts'
import { workflowFile } from './workflow-file.ts'

/** What brings a service to where it runs. Path in the service → text. */
export const deployFiles = (emitting: EmitContext): Readonly<Record<string, string>> => ({
  'compose.yaml': composeFile(emitting),
  '.github/workflows/ci.yaml': workflowFile(emitting),
  'chart/Chart.yaml': chartFile(emitting),
  'chart/values.yaml': valuesFile(emitting),
  'chart/templates/stateful-set.yaml': statefulSetFile(emitting),
  'chart/templates/service.yaml': clusterServiceFile(emitting),
})
