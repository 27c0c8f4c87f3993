// The data types of RFC 4251 section 5, as the transport has them.
export { ProtocolViolation, Reader, Writer } from '@sshore/ssh-transport'
