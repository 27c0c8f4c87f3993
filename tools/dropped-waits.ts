// What the runner of the tests is told of and need not mind.

/**
 * For `onUnhandledError`: false, which hides it, where a test failed before it awaited what was to happen in its browser, and the browser
 * has closed. That test's own failure is told, and in CI it has a second try, which this would take away from it. The words are Playwright's.
 */
export const hidesDroppedWaits = ({ message }: { readonly message?: string }): boolean | undefined =>
  message?.includes('Target page, context or browser has been closed') === true ? false : undefined
