// OpenSSL's objects, freed with their owner; freeing one overwrites its key.
#pragma once

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <cstdint>
#include <memory>

namespace sshore {

template <typename Object, void (*Free)(Object*)>
struct FreedBy {
  void operator()(Object* object) const { Free(object); }
};

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, FreedBy<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>>;
using Mac = std::unique_ptr<EVP_MAC, FreedBy<EVP_MAC, EVP_MAC_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, FreedBy<EVP_MAC_CTX, EVP_MAC_CTX_free>>;

inline CipherContext NewCipher(const EVP_CIPHER* cipher, const uint8_t* key, const uint8_t* initial_vector,
                               bool sealing) {
  CipherContext context(EVP_CIPHER_CTX_new());
  if (!context) return nullptr;
  if (EVP_CipherInit_ex(context.get(), cipher, nullptr, key, initial_vector, sealing ? 1 : 0) != 1) return nullptr;
  EVP_CIPHER_CTX_set_padding(context.get(), 0);
  return context;
}

/** Keeps the algorithm by itself. */
inline MacContext NewMac(const char* name) {
  Mac mac(EVP_MAC_fetch(nullptr, name, nullptr));
  return mac ? MacContext(EVP_MAC_CTX_new(mac.get())) : nullptr;
}

/** In place. */
inline bool Update(const CipherContext& context, uint8_t* at, size_t count) {
  int written = 0;
  return EVP_CipherUpdate(context.get(), at, &written, at, static_cast<int>(count)) == 1;
}

}  // namespace sshore
