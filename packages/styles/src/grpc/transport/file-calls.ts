import type { Call, FileAsked, FileCalls, JsonObject, ServiceBackend } from '@charter/runtime'
import type { MethodPlan } from './surface.ts'

/** Which file a method is about. */
export const placeOf = ({ operation, field = '' }: MethodPlan): Pick<FileAsked, 'entity' | 'field'> => ({
  entity: operation.slice(0, operation.lastIndexOf('.')),
  field,
})

/** Which file a Call is about, where one call is all that is made for it. */
export const fileAsked = (method: MethodPlan, { input, principal, context }: Call): FileAsked => ({
  ...placeOf(method),
  key: (input.key ?? {}) as JsonObject,
  principal,
  context: () => context,
  isStanding: () => true,
})

export const filesOf = ({ files }: Pick<ServiceBackend, 'files'>): FileCalls => {
  if (!files) throw new Error('this service was composed without its files')
  return files
}
