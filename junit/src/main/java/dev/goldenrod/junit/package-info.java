/**
 * JUnit extension that gives each test a clone of a real PostgreSQL database: {@link
 * dev.goldenrod.junit.Goldenrod} is the extension, {@link dev.goldenrod.junit.Clone} requests a
 * clone.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0015-tests-share-a-server.md
 *   <li>docs/decisions/0025-goldens-that-take-an-administrator.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.junit;

import org.jspecify.annotations.NullMarked;
