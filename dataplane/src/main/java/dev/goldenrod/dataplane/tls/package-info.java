/**
 * Certificates of the servers that a data plane runs, and of Goldenrod itself: an authority of its
 * own, or what an operator brings along. Why there is one for each data directory is in
 * docs/decisions/0039-an-authority-for-each-data-directory.md.
 */
@NullMarked
package dev.goldenrod.dataplane.tls;

import org.jspecify.annotations.NullMarked;
