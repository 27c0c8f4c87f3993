// The face to JavaScript, by Node-API: classes `Sealer` and `Opener`. Every argument is checked here; what is wrong
// becomes a JavaScript error.
#include <node_api.h>
#include <openssl/err.h>

#include <cmath>
#include <string>

#include "packet-cipher.h"

namespace sshore {
namespace {

/** What a JavaScript object owns; empty after `free`. */
struct Holder {
  std::unique_ptr<PacketCipher> cipher;
};

void Finalize(napi_env, void* held, void*) { delete static_cast<Holder*>(held); }

bool ReadBytes(napi_env env, napi_value value, Bytes* bytes) {
  bool is_array = false;
  napi_typedarray_type type;
  void* at = nullptr;
  if (napi_is_typedarray(env, value, &is_array) == napi_ok && is_array &&
      napi_get_typedarray_info(env, value, &type, &bytes->count, &at, nullptr, nullptr) == napi_ok &&
      type == napi_uint8_array) {
    bytes->at = static_cast<uint8_t*>(at);
    if (!at) bytes->count = 0;
    return true;
  }
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "bytes must be a Uint8Array");
  return false;
}

bool ReadSequence(napi_env env, napi_value value, uint32_t* sequence) {
  double number = 0;
  if (napi_get_value_double(env, value, &number) == napi_ok && number >= 0 && number <= 0xffffffff &&
      std::floor(number) == number) {
    *sequence = static_cast<uint32_t>(number);
    return true;
  }
  napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "a sequence number must be an integer of 32 bits");
  return false;
}

bool ReadName(napi_env env, napi_value value, std::string* name) {
  char text[32];
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, text, sizeof text, &length) == napi_ok) {
    name->assign(text, length);
    return true;
  }
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "a name must be a string");
  return false;
}

/** Throws what went wrong; true when nothing did. */
bool Check(napi_env env, Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return true;
    case Outcome::kWrongSize:
      napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "wrong packet size");
      return false;
    case Outcome::kWrongTag:
      napi_throw_error(env, nullptr, "wrong tag");
      break;
    case Outcome::kFailed:
      napi_throw_error(env, nullptr, "OpenSSL could not encrypt or decrypt");
      break;
  }
  // What Node asks OpenSSL for next must not find our error.
  ERR_clear_error();
  return false;
}

struct Call {
  PacketCipher* cipher;
  Bytes bytes;
  uint32_t sequence;
};

/** Of a method that takes bytes and the packet's number. */
bool ReadCall(napi_env env, napi_callback_info info, Call* call) {
  napi_value self;
  napi_value arguments[2];
  size_t count = 2;
  void* held = nullptr;
  if (napi_get_cb_info(env, info, &count, arguments, &self, nullptr) != napi_ok) return false;
  if (napi_unwrap(env, self, &held) != napi_ok || !static_cast<Holder*>(held)->cipher) {
    napi_throw_error(env, nullptr, "this cipher was freed");
    return false;
  }
  call->cipher = static_cast<Holder*>(held)->cipher.get();
  return ReadBytes(env, arguments[0], &call->bytes) && ReadSequence(env, arguments[1], &call->sequence);
}

napi_value Seal(napi_env env, napi_callback_info info) {
  Call call;
  if (ReadCall(env, info, &call)) Check(env, call.cipher->Seal(call.bytes, call.sequence));
  return nullptr;
}

napi_value Open(napi_env env, napi_callback_info info) {
  Call call;
  if (ReadCall(env, info, &call)) Check(env, call.cipher->Open(call.bytes, call.sequence));
  return nullptr;
}

napi_value PacketBytes(napi_env env, napi_callback_info info) {
  Call call;
  uint32_t length = 0;
  napi_value result = nullptr;
  if (ReadCall(env, info, &call) && Check(env, call.cipher->Length(call.bytes, call.sequence, &length))) {
    napi_create_uint32(env, length, &result);
  }
  return result;
}

napi_value Free(napi_env env, napi_callback_info info) {
  napi_value self;
  void* held = nullptr;
  if (napi_get_cb_info(env, info, nullptr, nullptr, &self, nullptr) == napi_ok &&
      napi_unwrap(env, self, &held) == napi_ok) {
    static_cast<Holder*>(held)->cipher.reset();
  }
  return nullptr;
}

std::unique_ptr<PacketCipher> Make(const std::string& name, const Keys& keys, bool sealing) {
  if (name == "aes-gcm") return MakeAesGcm(keys, sealing);
  if (name == "chacha20-poly1305") return MakeChaChaPoly(keys);
  if (name == "aes-ctr-hmac-sha256") return MakeAesCtrHmac(keys, sealing, "SHA256", false);
  if (name == "aes-ctr-hmac-sha512") return MakeAesCtrHmac(keys, sealing, "SHA512", false);
  if (name == "aes-ctr-hmac-sha256-etm") return MakeAesCtrHmac(keys, sealing, "SHA256", true);
  if (name == "aes-ctr-hmac-sha512-etm") return MakeAesCtrHmac(keys, sealing, "SHA512", true);
  return nullptr;
}

/** `new Sealer(name, cipherKey, initialVector, macKey)`; `Opener` the same. */
napi_value Construct(napi_env env, napi_callback_info info) {
  napi_value self;
  napi_value target;
  napi_value arguments[4];
  size_t count = 4;
  void* sealing = nullptr;
  if (napi_get_cb_info(env, info, &count, arguments, &self, &sealing) != napi_ok) return nullptr;
  if (napi_get_new_target(env, info, &target) != napi_ok || !target) {
    napi_throw_type_error(env, "ERR_CONSTRUCT_CALL_REQUIRED", "a cipher is made with new");
    return nullptr;
  }
  std::string name;
  Keys keys;
  if (!ReadName(env, arguments[0], &name) || !ReadBytes(env, arguments[1], &keys.cipher) ||
      !ReadBytes(env, arguments[2], &keys.initial_vector) || !ReadBytes(env, arguments[3], &keys.mac)) {
    return nullptr;
  }
  auto holder = std::make_unique<Holder>();
  holder->cipher = Make(name, keys, sealing != nullptr);
  if (!holder->cipher) {
    ERR_clear_error();
    napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "no such cipher, or its keys have the wrong size");
    return nullptr;
  }
  if (napi_wrap(env, self, holder.get(), Finalize, nullptr, nullptr) != napi_ok) {
    napi_throw_error(env, nullptr, "no object to hold the cipher");
    return nullptr;
  }
  holder.release();
  return self;
}

napi_property_descriptor Method(const char* name, napi_callback callback) {
  return {name, nullptr, callback, nullptr, nullptr, nullptr, napi_default_method, nullptr};
}

/** Methods refuse a `this` that their class did not make: V8 checks it (the signature of a function template). */
bool Define(napi_env env, napi_value exports, const char* name, void* sealing, size_t count,
            const napi_property_descriptor* methods) {
  napi_value made;
  return napi_define_class(env, name, NAPI_AUTO_LENGTH, Construct, sealing, count, methods, &made) == napi_ok &&
         napi_set_named_property(env, exports, name, made) == napi_ok;
}

}  // namespace
}  // namespace sshore

NAPI_MODULE_INIT() {
  using namespace sshore;
  static char sealing;
  const napi_property_descriptor sealer[] = {Method("seal", Seal), Method("free", Free)};
  const napi_property_descriptor opener[] = {Method("packetBytes", PacketBytes), Method("open", Open),
                                             Method("free", Free)};
  if (!Define(env, exports, "Sealer", &sealing, 2, sealer) || !Define(env, exports, "Opener", nullptr, 3, opener)) {
    napi_throw_error(env, nullptr, "the ciphers could not be defined");
    return nullptr;
  }
  return exports;
}
