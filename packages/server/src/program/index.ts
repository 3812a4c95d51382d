export { PlatformUnreachable } from './ask-platform.ts'
export { NotSignedIn, programToken } from './program-token.ts'
export { NotConfirmed, type SignInOptions, signInProgram } from './sign-in-program.ts'
