/**
 * Builds the server's container image without Docker.
 *
 * <p>Decided in: docs/decisions/0027-how-goldenrod-is-installed.md
 */
@org.jspecify.annotations.NullMarked
package dev.goldenrod.image;
