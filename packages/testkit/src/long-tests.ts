/** Whether the long forms of tests run too: minutes of waiting, gigabytes, hours of weather. */
export const longTests: boolean = process.env['SSHORE_LONG_TESTS'] === '1'
