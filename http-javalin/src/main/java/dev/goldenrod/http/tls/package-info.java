/** TLS of the standalone server: certificates, and the answer to clear text. */
@NullMarked
package dev.goldenrod.http.tls;

import org.jspecify.annotations.NullMarked;
