/** As a `ref`: puts the focus where the person is going to type, once, when the field appears. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus()
