/** First argument that makes this program the copy which becomes the user; see `become.ts`. */
export const becomeArgument = '__become'
