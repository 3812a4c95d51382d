import { exampleCopy } from './is-example.ts'
import type { Example } from './open-example.ts'
import { type ServiceCall, serviceCall } from './service-call.ts'

/** How the example is called. */
export interface ExampleCall extends ServiceCall {
  /** A copy of its charter, to change and deploy. */
  readonly charter: string
}

/** Asks the example. Null where it does not answer. */
export const exampleCall = async (folder: string, example: Example): Promise<ExampleCall | null> => {
  const call = await serviceCall(folder, example)
  return call && { ...call, charter: await exampleCopy(folder) }
}
