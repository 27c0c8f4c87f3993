// What the addon knows of a cipher: whole packets (RFC 4253 section 6), in place, in the memory that is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sshore {

struct Bytes {
  uint8_t* at;
  size_t count;
};

enum class Outcome {
  kDone,
  /** Shorter than the smallest packet of this cipher, or longer than `kPacketBytesMost`; nothing was touched. */
  kWrongSize,
  kWrongTag,
  /** OpenSSL refused, which it does for want of memory alone. */
  kFailed,
};

/** One direction of a connection. Nothing outside of the bytes given is read or written. */
class PacketCipher {
 public:
  virtual ~PacketCipher() = default;
  /** From the length to the end of the room for the tag. */
  virtual Outcome Seal(Bytes packet, uint32_t sequence) = 0;
  /** Decrypts where the length is encrypted; changes `head` only when `Open` expects that. */
  virtual Outcome Length(Bytes head, uint32_t sequence, uint32_t* length) = 0;
  /** A packet whose tag is wrong is overwritten, so that nobody can read what nobody vouches for. */
  virtual Outcome Open(Bytes packet, uint32_t sequence) = 0;
};

constexpr size_t kLengthBytes = 4;
/** The length and at least a byte behind it. */
constexpr size_t kLeastBytes = kLengthBytes + 1;
/** Far more than any packet has; keeps sizes within OpenSSL's `int`. */
constexpr size_t kPacketBytesMost = 16 * 1024 * 1024;

inline uint32_t ReadUint32(const uint8_t* at) {
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | uint32_t{at[3]};
}

inline void WriteUint32(uint8_t* at, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) *at++ = static_cast<uint8_t>(number >> shift);
}

struct Keys {
  Bytes cipher;
  Bytes initial_vector;
  Bytes mac;
};

/** Each returns nothing when a key has the wrong size or OpenSSL refuses. */
std::unique_ptr<PacketCipher> MakeAesGcm(const Keys& keys, bool sealing);
std::unique_ptr<PacketCipher> MakeChaChaPoly(const Keys& keys);
/** `hash` is OpenSSL's name; `encrypt_then_mac`: the tag is over the encrypted packet. */
std::unique_ptr<PacketCipher> MakeAesCtrHmac(const Keys& keys, bool sealing, const char* hash, bool encrypt_then_mac);

}  // namespace sshore
