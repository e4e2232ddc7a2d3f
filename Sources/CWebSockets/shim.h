#include <libwebsockets.h>
#include <openssl/x509.h>
#include <sys/prctl.h>

// Swift sees neither function-like macros nor variadic functions, so these few are given names.

/// Bytes that must be writable before every payload handed to `lws_write`.
static inline size_t cws_headroom(void) { return LWS_PRE; }

/// OpenSSL's words for why it refused a certificate; `store` is the context given to a verify callback.
static inline const char *cws_certificate_error(void *store) {
    return X509_verify_cert_error_string(X509_STORE_CTX_get_error((X509_STORE_CTX *)store));
}

/// Gives the calling thread a name of at most 15 bytes.
static inline void cws_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
