/**
 * TLS certificates of the database servers and of Goldenrod itself, from its own authority or from
 * the operator. Why there is an authority for each data directory is in
 * docs/decisions/0039-an-authority-for-each-data-directory.md.
 */
@NullMarked
package dev.goldenrod.dataplane.tls;

import org.jspecify.annotations.NullMarked;
