/**
 * Clones of a golden for tests of a Spring Boot application. The property {@code goldenrod.golden}
 * gives each application context a clone, or each test with {@code goldenrod.per-test}.
 * Applications do not call this package directly.
 *
 * <p>Decided in: docs/decisions/0017-clones-by-properties.md
 */
@NullMarked
package dev.goldenrod.spring;

import org.jspecify.annotations.NullMarked;
