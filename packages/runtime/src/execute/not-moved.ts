import { ProblemError } from '../problem/problem.ts'

/** A move was refused for the state that its row is in, or for what it asks of it: nothing was written, so own code may go on. */
export class NotMoved extends ProblemError {}
