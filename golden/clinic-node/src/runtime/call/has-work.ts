import { hasFiles, ownOperations, type ServiceModel } from './model.ts'

/** Whether anything of a service goes on past its call, or begins by itself. */
export const hasWork = (model: ServiceModel): boolean =>
  hasFiles(model) || ownOperations(model).some(({ job, move }) => job !== undefined || move?.afterMs !== undefined)
