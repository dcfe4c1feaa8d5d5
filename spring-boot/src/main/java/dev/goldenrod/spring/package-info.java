/**
 * Clones of a golden for the tests of a Spring Boot application: the property {@code
 * goldenrod.golden} gives each application context one, or with {@code goldenrod.per-test} each
 * test. Nothing in it is called by an application.
 *
 * <p>Decided in: docs/decisions/0017-clones-by-properties.md
 */
@NullMarked
package dev.goldenrod.spring;

import org.jspecify.annotations.NullMarked;
