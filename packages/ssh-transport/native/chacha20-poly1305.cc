// OpenSSH's PROTOCOL.chacha20poly1305: the first half of the key is for the packet, the second for the length alone;
// the tag covers both.
#include <cstring>

#include "openssl-handles.h"
#include "packet-cipher.h"

namespace sshore {
namespace {

constexpr size_t kHalfKeyBytes = 32;
constexpr size_t kBlockBytes = 64;
constexpr size_t kTagKeyBytes = 32;
constexpr size_t kTagBytes = 16;
/** OpenSSL's order: the number of the block (little-endian, 8 bytes), then the nonce (8 bytes). */
constexpr size_t kVectorBytes = 16;

class ChaChaPoly final : public PacketCipher {
 public:
  ChaChaPoly(CipherContext packet, CipherContext length, MacContext mac)
      : packet_(std::move(packet)), length_(std::move(length)), mac_(std::move(mac)) {}

  Outcome Seal(Bytes packet, uint32_t sequence) override {
    if (!Fits(packet)) return Outcome::kWrongSize;
    const size_t body = packet.count - kLengthBytes - kTagBytes;
    uint8_t* tag = packet.at + packet.count - kTagBytes;
    const bool done = Restart(length_, sequence) && Update(length_, packet.at, kLengthBytes) && BeginTag(sequence) &&
                      Update(packet_, packet.at + kLengthBytes, body) && Tag(packet, tag);
    return done ? Outcome::kDone : Outcome::kFailed;
  }

  Outcome Length(Bytes head, uint32_t sequence, uint32_t* length) override {
    if (head.count < kLengthBytes) return Outcome::kWrongSize;
    // On a copy: the tag is over the encrypted length.
    uint8_t plain[kLengthBytes];
    std::memcpy(plain, head.at, kLengthBytes);
    if (!Restart(length_, sequence) || !Update(length_, plain, kLengthBytes)) return Outcome::kFailed;
    *length = ReadUint32(plain);
    return Outcome::kDone;
  }

  Outcome Open(Bytes packet, uint32_t sequence) override {
    if (!Fits(packet)) return Outcome::kWrongSize;
    const size_t body = packet.count - kLengthBytes - kTagBytes;
    uint8_t tag[kTagBytes];
    if (!BeginTag(sequence) || !Tag(packet, tag)) return Outcome::kFailed;
    if (CRYPTO_memcmp(tag, packet.at + packet.count - kTagBytes, kTagBytes) != 0) {
      OPENSSL_cleanse(packet.at, packet.count);
      return Outcome::kWrongTag;
    }
    return Update(packet_, packet.at + kLengthBytes, body) ? Outcome::kDone : Outcome::kFailed;
  }

 private:
  static bool Fits(Bytes packet) {
    return packet.count >= kLeastBytes + kTagBytes && packet.count <= kPacketBytesMost;
  }

  /** At block 0 of this packet. */
  static bool Restart(const CipherContext& context, uint32_t sequence) {
    uint8_t vector[kVectorBytes] = {};
    WriteUint32(vector + kVectorBytes - 4, sequence);
    return EVP_CipherInit_ex(context.get(), nullptr, nullptr, nullptr, vector, -1) == 1;
  }

  /** Block 0 keys the tag; the packet begins with block 1, where this leaves its cipher. */
  bool BeginTag(uint32_t sequence) {
    uint8_t block[kBlockBytes] = {};
    const bool done = Restart(packet_, sequence) && Update(packet_, block, kBlockBytes) &&
                      EVP_MAC_init(mac_.get(), block, kTagKeyBytes, nullptr) == 1;
    OPENSSL_cleanse(block, kBlockBytes);
    return done;
  }

  bool Tag(Bytes packet, uint8_t* tag) {
    size_t written = 0;
    return EVP_MAC_update(mac_.get(), packet.at, packet.count - kTagBytes) == 1 &&
           EVP_MAC_final(mac_.get(), tag, &written, kTagBytes) == 1 && written == kTagBytes;
  }

  CipherContext packet_;
  CipherContext length_;
  MacContext mac_;
};

}  // namespace

std::unique_ptr<PacketCipher> MakeChaChaPoly(const Keys& keys) {
  if (keys.cipher.count != 2 * kHalfKeyBytes) return nullptr;
  const uint8_t vector[kVectorBytes] = {};
  auto packet = NewCipher(EVP_chacha20(), keys.cipher.at, vector, true);
  auto length = NewCipher(EVP_chacha20(), keys.cipher.at + kHalfKeyBytes, vector, true);
  auto mac = NewMac("POLY1305");
  if (!packet || !length || !mac) return nullptr;
  return std::make_unique<ChaChaPoly>(std::move(packet), std::move(length), std::move(mac));
}

}  // namespace sshore
