// What tests of other packages need to make any call of the API with something that works.
export { acceptedDevice } from './test-device.ts'
export { startPaidServer } from './test-paid-server.ts'
export { requestOf } from './test-request.ts'
export { samples } from './test-samples.ts'
export { unique, type World } from './test-world.ts'
