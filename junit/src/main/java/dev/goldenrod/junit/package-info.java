/**
 * A clone of a real PostgreSQL database for each test. {@link dev.goldenrod.junit.Goldenrod} is the
 * extension, {@link dev.goldenrod.junit.Clone} asks for a clone.
 */
@NullMarked
package dev.goldenrod.junit;

import org.jspecify.annotations.NullMarked;
