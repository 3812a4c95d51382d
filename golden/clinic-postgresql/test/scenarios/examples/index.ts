export * from './example-access.ts'
export * from './example-rows.ts'
export * from './example-value.ts'
export * from './text-of-pattern.ts'
