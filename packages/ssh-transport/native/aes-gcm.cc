// RFC 5647 as OpenSSH uses it (PROTOCOL section 1.6): the length travels in clear, authenticated with the rest.
#include <cstring>

#include "openssl-handles.h"
#include "packet-cipher.h"

namespace sshore {
namespace {

constexpr size_t kVectorBytes = 12;
constexpr size_t kTagBytes = 16;

class AesGcm final : public PacketCipher {
 public:
  AesGcm(CipherContext context, const uint8_t* initial_vector) : context_(std::move(context)) {
    std::memcpy(vector_, initial_vector, kVectorBytes);
  }

  Outcome Seal(Bytes packet, uint32_t) override {
    if (!Fits(packet)) return Outcome::kWrongSize;
    const size_t body = packet.count - kLengthBytes - kTagBytes;
    uint8_t* tag = packet.at + kLengthBytes + body;
    int written = 0;
    const bool done = Begin(packet) && Update(context_, packet.at + kLengthBytes, body) &&
                      EVP_CipherFinal_ex(context_.get(), tag, &written) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes, tag) == 1;
    CountUp();
    return done ? Outcome::kDone : Outcome::kFailed;
  }

  Outcome Length(Bytes head, uint32_t, uint32_t* length) override {
    if (head.count < kLengthBytes) return Outcome::kWrongSize;
    *length = ReadUint32(head.at);
    return Outcome::kDone;
  }

  Outcome Open(Bytes packet, uint32_t) override {
    if (!Fits(packet)) return Outcome::kWrongSize;
    const size_t body = packet.count - kLengthBytes - kTagBytes;
    uint8_t* tag = packet.at + kLengthBytes + body;
    uint8_t after[16];
    int written = 0;
    if (!Begin(packet) || EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag) != 1 ||
        !Update(context_, packet.at + kLengthBytes, body)) {
      return Outcome::kFailed;
    }
    CountUp();
    // Compares the tags in constant time.
    if (EVP_CipherFinal_ex(context_.get(), after, &written) == 1) return Outcome::kDone;
    OPENSSL_cleanse(packet.at, packet.count);
    return Outcome::kWrongTag;
  }

 private:
  static bool Fits(Bytes packet) {
    return packet.count >= kLeastBytes + kTagBytes && packet.count <= kPacketBytesMost;
  }

  bool Begin(Bytes packet) {
    int written = 0;
    return EVP_CipherInit_ex(context_.get(), nullptr, nullptr, nullptr, vector_, -1) == 1 &&
           EVP_CipherUpdate(context_.get(), nullptr, &written, packet.at, kLengthBytes) == 1;
  }

  /** RFC 5647 section 7.1: the last eight bytes count packets. */
  void CountUp() {
    for (size_t at = kVectorBytes; at-- > kVectorBytes - 8;) {
      if (++vector_[at] != 0) return;
    }
  }

  CipherContext context_;
  uint8_t vector_[kVectorBytes];
};

}  // namespace

std::unique_ptr<PacketCipher> MakeAesGcm(const Keys& keys, bool sealing) {
  const EVP_CIPHER* cipher = keys.cipher.count == 16   ? EVP_aes_128_gcm()
                             : keys.cipher.count == 32 ? EVP_aes_256_gcm()
                                                       : nullptr;
  if (!cipher || keys.initial_vector.count != kVectorBytes) return nullptr;
  auto context = NewCipher(cipher, keys.cipher.at, keys.initial_vector.at, sealing);
  if (!context) return nullptr;
  return std::make_unique<AesGcm>(std::move(context), keys.initial_vector.at);
}

}  // namespace sshore
