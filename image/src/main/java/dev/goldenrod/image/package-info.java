/** The server's container image, made without Docker. */
@org.jspecify.annotations.NullMarked
package dev.goldenrod.image;
