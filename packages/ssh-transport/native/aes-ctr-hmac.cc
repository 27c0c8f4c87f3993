// RFC 4344 section 4 with RFC 6668, and OpenSSH's encrypt-then-MAC (PROTOCOL section 1.5).
#include <openssl/core_names.h>
#include <openssl/params.h>

#include "openssl-handles.h"
#include "packet-cipher.h"

namespace sshore {
namespace {

constexpr size_t kBlockBytes = 16;
constexpr size_t kTagBytesMost = 64;

class AesCtrHmac final : public PacketCipher {
 public:
  AesCtrHmac(CipherContext context, MacContext mac, size_t tag_bytes, bool encrypt_then_mac)
      : context_(std::move(context)),
        mac_(std::move(mac)),
        tag_bytes_(tag_bytes),
        clear_bytes_(encrypt_then_mac ? kLengthBytes : 0),
        encrypt_then_mac_(encrypt_then_mac) {}

  Outcome Seal(Bytes packet, uint32_t sequence) override {
    if (!Fits(packet, kLeastBytes)) return Outcome::kWrongSize;
    const Bytes content{packet.at, packet.count - tag_bytes_};
    uint8_t* tag = packet.at + content.count;
    const bool done = encrypt_then_mac_ ? Crypt(content, clear_bytes_) && Tag(content, sequence, tag)
                                        : Tag(content, sequence, tag) && Crypt(content, 0);
    return done ? Outcome::kDone : Outcome::kFailed;
  }

  Outcome Length(Bytes head, uint32_t, uint32_t* length) override {
    if (head.count < kLengthBytes) return Outcome::kWrongSize;
    if (!encrypt_then_mac_) {
      if (head.count != kBlockBytes) return Outcome::kWrongSize;
      if (!Update(context_, head.at, kBlockBytes)) return Outcome::kFailed;
    }
    *length = ReadUint32(head.at);
    return Outcome::kDone;
  }

  Outcome Open(Bytes packet, uint32_t sequence) override {
    // Without encrypt-then-MAC the first block was decrypted for the length.
    const size_t head = encrypt_then_mac_ ? kLengthBytes : kBlockBytes;
    if (!Fits(packet, encrypt_then_mac_ ? kLeastBytes : kBlockBytes)) return Outcome::kWrongSize;
    const Bytes content{packet.at, packet.count - tag_bytes_};
    uint8_t tag[kTagBytesMost];
    if (!encrypt_then_mac_ && !Crypt(content, head)) return Outcome::kFailed;
    if (!Tag(content, sequence, tag)) return Outcome::kFailed;
    if (CRYPTO_memcmp(tag, packet.at + content.count, tag_bytes_) != 0) {
      OPENSSL_cleanse(packet.at, packet.count);
      return Outcome::kWrongTag;
    }
    if (encrypt_then_mac_ && !Crypt(content, head)) return Outcome::kFailed;
    return Outcome::kDone;
  }

 private:
  bool Fits(Bytes packet, size_t least) const {
    return packet.count >= least + tag_bytes_ && packet.count <= kPacketBytesMost;
  }

  bool Crypt(Bytes content, size_t from) {
    return content.count == from || Update(context_, content.at + from, content.count - from);
  }

  /** RFC 4253 section 6.4: over the sequence number and the packet. */
  bool Tag(Bytes content, uint32_t sequence, uint8_t* tag) {
    uint8_t number[4];
    WriteUint32(number, sequence);
    size_t written = 0;
    return EVP_MAC_init(mac_.get(), nullptr, 0, nullptr) == 1 && EVP_MAC_update(mac_.get(), number, 4) == 1 &&
           EVP_MAC_update(mac_.get(), content.at, content.count) == 1 &&
           EVP_MAC_final(mac_.get(), tag, &written, tag_bytes_) == 1 && written == tag_bytes_;
  }

  CipherContext context_;
  MacContext mac_;
  const size_t tag_bytes_;
  const size_t clear_bytes_;
  const bool encrypt_then_mac_;
};

const EVP_CIPHER* CipherFor(size_t key_bytes) {
  if (key_bytes == 16) return EVP_aes_128_ctr();
  if (key_bytes == 24) return EVP_aes_192_ctr();
  return key_bytes == 32 ? EVP_aes_256_ctr() : nullptr;
}

}  // namespace

std::unique_ptr<PacketCipher> MakeAesCtrHmac(const Keys& keys, bool sealing, const char* hash,
                                             bool encrypt_then_mac) {
  const EVP_CIPHER* cipher = CipherFor(keys.cipher.count);
  if (!cipher || keys.initial_vector.count != kBlockBytes) return nullptr;
  auto context = NewCipher(cipher, keys.cipher.at, keys.initial_vector.at, sealing);
  auto mac = NewMac("HMAC");
  if (!context || !mac) return nullptr;
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, const_cast<char*>(hash), 0), OSSL_PARAM_construct_end()};
  if (EVP_MAC_init(mac.get(), keys.mac.at, keys.mac.count, parameters) != 1) return nullptr;
  const size_t tag_bytes = EVP_MAC_CTX_get_mac_size(mac.get());
  if (tag_bytes == 0 || tag_bytes > kTagBytesMost || keys.mac.count != tag_bytes) return nullptr;
  return std::make_unique<AesCtrHmac>(std::move(context), std::move(mac), tag_bytes, encrypt_then_mac);
}

}  // namespace sshore
