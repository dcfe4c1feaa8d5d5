/** TLS of the server's own port: the certificate, and what becomes of clear text. */
@NullMarked
package dev.goldenrod.http.tls;

import org.jspecify.annotations.NullMarked;
