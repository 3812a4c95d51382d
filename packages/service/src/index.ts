export { type Derived, derive } from './derive.ts'
export { defaultDatabaseUrl, type OpenServiceOptions, openService } from './open-service.ts'
