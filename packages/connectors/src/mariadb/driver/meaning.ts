/** What a failure of the server is to a caller. */
export type Meaning =
  | 'taken'
  | 'referenced'
  | 'required'
  | 'too-large'
  | 'too-long'
  | 'wrong-type'
  | 'checked'
  | 'refused'
  | 'contended'
  | 'timeout'
  | 'unavailable'
