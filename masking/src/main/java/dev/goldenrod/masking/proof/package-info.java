/**
 * The proof that a masked golden holds no original: digests of originals, a byte search for
 * canaries, and the signed attestation of both.
 */
@NullMarked
package dev.goldenrod.masking.proof;

import org.jspecify.annotations.NullMarked;
