/** In which better-auth is told that a code is shown by who is signed in already. What a browser sends of it is not handed on. */
export const stepUpHeader = 'x-people-step-up'
