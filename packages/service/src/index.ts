export { databaseUrlOf, serverNear } from './database-url.ts'
export { type Derived, defaultState, derive } from './derive.ts'
export { type OpenServiceOptions, openService } from './open-service.ts'
export { type OpenSourceOptions, openSource } from './open-source.ts'
